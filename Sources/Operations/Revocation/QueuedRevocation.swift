import Identity
import IdentityProviders
import Messaging

/// The revocation of an app's access at a provider, as it waits in the outbox.
public struct QueuedRevocation: OutboxPayload {
  var providerID: String
  var grant: ProviderGrant
  var scope: Scope

  public func belongs(to entry: OutboxEntry) -> Bool {
    entry.channel == .revocation && entry.scope == scope
  }
}
