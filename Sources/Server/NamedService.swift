import ServiceLifecycle

/// A service that logs name by its type. `ServiceGroupConfiguration` names a service by its description. The
/// default description lists every value that the service holds.
public protocol NamedService: Service, CustomStringConvertible {}

extension NamedService {
  public var description: String { "\(Self.self)" }
}
