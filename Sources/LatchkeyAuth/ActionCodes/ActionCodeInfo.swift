import Foundation

/// What a mailed code is for.
open class ActionCodeInfo: NSObject, @unchecked Sendable {
  /// What the code does.
  public let operation: ActionCodeOperation
  /// The address that the code is about; the new one, where it changes.
  public let email: String
  /// The address until then, where the code changes it.
  public let previousEmail: String?

  init(_ operation: ActionCodeOperation, email: String, newEmail: String?) {
    self.operation = operation
    self.email = newEmail ?? email
    previousEmail = newEmail == nil ? nil : email
  }
}
