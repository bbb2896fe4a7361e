import Identity
import Messaging

/// Revocations that go with the deletion of an account.
struct PlannedRevocations {
  /// Writes for the transaction that deletes the account.
  var writes: [StoreWrite] = []
  /// The links for which nothing can be revoked.
  var losses: [OutboxEvent] = []
}
