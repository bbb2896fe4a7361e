import Identity
import Messaging

/// Revocations for the deletion of an account.
struct PlannedRevocations {
  /// Writes for the transaction that deletes the account.
  var writes: [StoreWrite] = []
  /// The links whose access cannot be revoked.
  var losses: [OutboxEvent] = []
}
