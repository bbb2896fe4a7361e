import Identity
import Texts

/// The administrator who uses the console.
struct SignedInAdministrator: Sendable {
  /// The name in the audit log: see `Caller.administratorName`.
  let name: String
  let role: Role
  let language: Language
  /// The account in the console's own project; nil in a development server.
  var account: AccountID?
}
