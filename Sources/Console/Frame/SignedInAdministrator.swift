import Identity
import Texts

/// Who looks at the console.
struct SignedInAdministrator: Sendable {
  /// For the audit log: see `Caller.administratorName`.
  let name: String
  let role: Role
  let language: Language
  /// The account in the console's own project; nil in a development server.
  var account: AccountID?
}
