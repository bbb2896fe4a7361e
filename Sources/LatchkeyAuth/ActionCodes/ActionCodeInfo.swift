import Foundation

/// The purpose of a mailed code.
open class ActionCodeInfo: NSObject, @unchecked Sendable {
  /// The operation that the code performs.
  public let operation: ActionCodeOperation
  /// The address that the code is about. If the code changes the address, this is the new address.
  public let email: String
  /// The address before the change, if the code changes it.
  public let previousEmail: String?

  init(_ operation: ActionCodeOperation, email: String, newEmail: String?) {
    self.operation = operation
    self.email = newEmail ?? email
    previousEmail = newEmail == nil ? nil : email
  }
}
