import ServiceLifecycle

/// A service whose name in logs is its type. `ServiceGroupConfiguration` names a service by its description, and the
/// default description would list every value that the service holds.
public protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
  public var description: String { "\(Self.self)" }
}
