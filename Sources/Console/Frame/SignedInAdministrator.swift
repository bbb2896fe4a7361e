import Identity
import IdentityWire
import Texts

/// The administrator who uses the console.
struct SignedInAdministrator: Sendable {
  /// The name in the audit log: see `Caller.administratorName`.
  let name: String
  let rights: ConsoleRights
  let language: Language
  /// The account in the console's own project; nil in a development server.
  var account: AccountID?
  /// True if the administrator has just proved their identity, so that an owner's actions are allowed.
  var isProved = true

  /// Returns the role that applies to a request. Only this method decides it.
  ///
  /// - Parameter project: the id in the request's path; nil outside projects.
  /// - Returns: nil if the administrator must not learn whether the project exists.
  func role(in project: String?) -> Role? {
    guard let project else { return rights.everywhere }
    return ProjectID(rawValue: project).flatMap(rights.role(in:))
  }

  /// - Throws: `INSUFFICIENT_PERMISSION` with 403; `PROJECT_NOT_FOUND` with 404, as for an unknown project, if the
  ///   administrator has no role in the project.
  func require(_ role: Role, in project: String?, ofServer: Bool = false) throws {
    if let project, self.role(in: project) == nil {
      // The id is malformed. An administrator of the whole server may learn that the project does not exist.
      guard rights.everywhere != nil else { throw WireError.notFound("PROJECT_NOT_FOUND") }
      guard rights.everywhere.map({ $0 >= role }) == true else { throw WireError.insufficientRole }
      return
    }
    guard let held = self.role(in: ofServer ? nil : project), held >= role else {
      throw WireError.insufficientRole
    }
  }
}

/// Thrown by an action that needs a new proof of the administrator's identity. The pipeline redirects to the page
/// that asks for the proof.
struct ReauthenticationRequired: Error {}

extension SignedInAdministrator {
  /// - Throws: ``ReauthenticationRequired`` if the last proof is too old.
  func requireReauthentication() throws {
    guard isProved else { throw ReauthenticationRequired() }
  }
}
