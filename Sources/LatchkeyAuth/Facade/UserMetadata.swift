import Foundation

/// When an account was made, and when it was signed in to last.
open class UserMetadata: NSObject, NSSecureCoding, @unchecked Sendable {
  /// When the account was signed in to last.
  public let lastSignInDate: Date?
  /// When the account was made.
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
