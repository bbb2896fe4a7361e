import Identity
import IdentityProviders
import Messaging

/// The revocation of an app's access at a provider, in the outbox.
public struct QueuedRevocation: OutboxPayload {
  var providerID: String
  var grant: ProviderGrant
  var scope: Scope

  /// Returns the name of a project's or tenant's provider for ``DeliveryTransport/share(of:)``.
  static func share(of providerID: String, in scope: Scope) -> String {
    "\(scope.project)/\(scope.tenant?.rawValue ?? "")/\(providerID)"
  }

  public func belongs(to entry: OutboxEntry) -> Bool {
    entry.channel == .revocation && entry.scope == scope
  }
}
