import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// Two accounts whose addresses are two spellings of one text, as databases of before addresses were normalised may hold
/// them.
struct CollidingAccounts: Sendable {
  /// `é` in two scalars.
  static let decomposed = "jose\u{301}@example.com"
  /// `é` in one scalar, which is normal form C.
  static let composed = "jos\u{E9}@example.com"
  static let decomposedPassword = "the password of one"
  static let composedPassword = "the password of the other"

  var decomposed: AccountID
  var composed: AccountID

  /// Runs the body against a server whose database was brought up to date with both accounts in it. That of
  /// ``composed`` has a verified address.
  ///
  /// - Parameter alone: leaves out the account of the composed address.
  static func run(
    alone: Bool = false, _ change: (inout TestServer.Options) -> Void = { _ in },
    _ body: @Sendable @escaping (TestServer, CollidingAccounts) async throws -> Void
  ) async throws {
    var options = TestServer.Options()
    change(&options)
    let chosen = options
    try await withTemporaryDirectory { directory in
      var options = chosen
      options.dataDirectory = directory
      let ids = try await TestServer.run(options) { server in
        let one = try await server.signUp("one@example.com", decomposedPassword)
        let other = try await server.signUp("other@example.com", composedPassword)
        let verified = try await server.administer(
          "accounts:update", ["localId": .string(other.localID), "emailVerified": true])
        #expect(verified.status == 200, "\(verified.text)")
        return [one.localID, other.localID]
      }
      let found = CollidingAccounts(
        decomposed: try #require(AccountID(rawValue: ids[0])),
        composed: try #require(AccountID(rawValue: ids[1])))
      // As the version before left it: its schema lacks the step that looks for spellings, and those after it.
      try await directory.execute([
        "DROP TABLE email_spellings", "ALTER TABLE accounts DROP COLUMN stale_additions",
        "ALTER TABLE accounts DROP COLUMN imported", "DROP TABLE audit_entries",
        "ALTER TABLE schema_migrations DROP COLUMN program", "DROP TABLE passkeys",
        "ALTER TABLE accounts DROP COLUMN passkeys", "ALTER TABLE accounts DROP COLUMN recovery_codes",
        "ALTER TABLE provider_links DROP COLUMN sealed_grant",
        "ALTER TABLE audit_cursors DROP COLUMN failing_since", "DROP TABLE webhook_attempts",
        "ALTER TABLE sessions DROP COLUMN origin_network", "ALTER TABLE sessions DROP COLUMN origin_program",
        "DELETE FROM schema_migrations WHERE name >= '0014'",
        "UPDATE accounts SET email = '\(decomposed)' WHERE local_id = '\(ids[0])'",
        "UPDATE accounts SET email = '\(alone ? "other@example.com" : composed)' WHERE local_id = '\(ids[1])'",
      ])
      try await TestServer.run(options) { server in try await body(server, found) }
    }
  }
}

extension DataDirectory {
  /// Runs statements on the database with Python's SQLite, past everything that looks after it.
  func execute(_ statements: [String]) async throws {
    let status = try await ChildProcess.run(
      URL(fileURLWithPath: "/usr/bin/python3"),
      [
        "-c",
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); [c.execute(s) for s in sys.argv[2:]]; c.commit()",
        databasePath,
      ] + statements, output: .null)
    try #require(status == 0)
  }
}

extension TestServer {
  /// The uid of a password's account, or the error.
  func uid(_ email: String, _ password: String) async throws -> String {
    let response = try await signInWithPassword(email, password)
    return response.json["localId"]?.stringValue ?? response.errorMessage ?? response.text
  }

  /// The newest mail of a type, to exactly these bytes.
  func exactMail(_ type: String, to email: String) throws -> String {
    let mail = mails.last { $0.requestType == type && Array($0.to.text.utf8) == Array(email.utf8) }
    return try #require(mail, "no \(type) was mailed to these bytes").code
  }
}
