import ServiceLifecycle

/// A service whose name in logs is the name of its type. `ServiceGroupConfiguration` names a service by its
/// description, and the default description would list all values of the service.
public protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
  public var description: String { "\(Self.self)" }
}
