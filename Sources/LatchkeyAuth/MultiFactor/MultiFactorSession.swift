import Foundation

/// The context in which a second factor is enrolled or requested: a user's session, or a sign-in that needs a
/// second factor.
open class MultiFactorSession: NSObject, @unchecked Sendable {
  enum Kind: Sendable {
    case enrollment(User)
    /// The server's pending credential.
    case signIn(String)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }
}
