import Foundation

/// The times at which an account was created and last used for a sign-in.
open class UserMetadata: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The time of the last sign-in.
  public let lastSignInDate: Date?
  /// The time at which the account was created.
  public let creationDate: Date?

  init(_ profile: UserProfile) {
    lastSignInDate = profile.lastSignInDate
    creationDate = profile.creationDate
  }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    lastSignInDate = coder.date(for: "lastSignInDate")
    creationDate = coder.date(for: "creationDate")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(date: lastSignInDate, for: "lastSignInDate")
    coder.encode(date: creationDate, for: "creationDate")
  }
}
