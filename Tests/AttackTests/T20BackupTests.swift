import Foundation
import Identity
import IdentityWire
import Operations
import Settings
import TestSupport
import Testing

@Suite("T20: secrets in copies of the database, and in what is said of them", .fewAtOnce)
struct T20BackupTests {
  // Fails when the master key is copied along, when others can read a copy, and when a link is followed (each alone).
  @Test("a copy is for its owner alone, holds nothing that opens it, and replaces no file through a link")
  func copy() async throws {
    try await withTemporaryDirectory { data in
      var options = TestServer.Options()
      options.dataDirectory = data
      options.clock = SettableClock(Instant(seconds: 1_900_000_000))
      try await TestServer.run(options) { server in
        let password = "a password that is nowhere else"
        let session = try TestSession(
          try await server.call(
            "accounts:signUp",
            ["email": "ann@example.com", "password": .string(password), "returnSecureToken": true]))
        let project = try await server.project()
        var secrets = [password, session.idToken, session.refreshToken]
        for settings in project.providers {
          let known = try server.backend.projects.secrets(of: settings, in: Scope(project: project.id))
          secrets += [known.clientSecret, known.privateKey].compactMap { $0?.reveal() }.filter { !$0.isEmpty }
        }
        let key = try String(contentsOfFile: data.masterKeyPath, encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
        secrets.append(key)
        let directory = BackupDirectory(path: data.path + "/backups")
        try DataDirectory(path: directory.path).create()
        let target = data.path + "/target"
        try Data("untouched".utf8).write(to: URL(fileURLWithPath: target))
        let backups = ScheduledBackups(
          .init(schedule: .every(seconds: 3_600), directory: directory, retention: nil), of: data,
          box: server.backend.secretBox, clock: server.clock)
        // Somebody who may write there waits for the names of the copy and of its draft.
        for ending in [".part", ""] {
          let link = directory.path + "/" + BackupName(at: server.clock.now()).text + ending
          try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
          let outcome = try #require(try await backups.runIfDue())
          #expect(throws: BackupFault.self) { try outcome.result.get() }
          #expect(try String(contentsOfFile: target, encoding: .utf8) == "untouched")
          try FileManager.default.removeItem(atPath: link)
          server.clock.advance(seconds: 600)
        }
        let outcome = try #require(try await backups.runIfDue())
        let copy = try outcome.result.get()
        #expect(
          try FileManager.default.attributesOfItem(atPath: copy.file)[.posixPermissions] as? Int == 0o600)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: copy.file))
        for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
        let raw = try #require(Data(base64Encoded: key))
        #expect(raw.count == 32 && bytes.range(of: raw) == nil)
        let note = try String(contentsOfFile: data.path + "/last-backup.json", encoding: .utf8)
        let text = try await server.auditText() + server.log.text + note
        for secret in secrets { #expect(!text.contains(secret)) }
      }
    }
  }
}
