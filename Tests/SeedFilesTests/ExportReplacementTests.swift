import Foundation
import Identity
import IdentityWire
import SeedFiles
import TestSupport
import Testing

@Suite("An export takes the place of the one before", .fewAtOnce)
struct ExportReplacementTests {
  @Test("and leaves nothing else behind")
  func replaced() async throws {
    let scratch = try SeedScratch()
    try scratch.copyFixture(to: "data")
    try await TestServer.run { server in
      _ = try await server.signUp("new@example.com")
      try await server.export(to: scratch.path("data"))
    }
    #expect(try scratch.names() == ["data"])
    #expect(
      try scratch.names("data") == ["README.md", "auth_export", "firebase-export-metadata.json"])
    #expect(try scratch.names("data/auth_export") == ["accounts.json", "config.json", "latchkey.json"])
    let accounts = try scratch.read("data/auth_export/accounts.json")
    #expect(accounts.contains("new@example.com") && !accounts.contains("ada@example.com"))
  }

  @Test("and keeps what other emulators exported beside it")
  func others() async throws {
    let scratch = try SeedScratch()
    try scratch.write("data/firestore_export/all", "documents")
    try scratch.write(
      "data/firebase-export-metadata.json",
      #"{"version":"14.1.0","firestore":{"version":"1.19.8","path":"firestore_export"}}"#)
    try await TestServer.run { server in try await server.export(to: scratch.path("data")) }
    #expect(try scratch.read("data/firestore_export/all") == "documents")
    let metadata = try JSONParser().parse(try scratch.read("data/firebase-export-metadata.json"))
    #expect(metadata["firestore"]?["path"] == "firestore_export" && metadata["version"] == "14.1.0")
    #expect(metadata["auth"]?["path"] == "auth_export")
  }

  @Test("in a directory that is missing or empty")
  func first() async throws {
    let scratch = try SeedScratch()
    try FileManager.default.createDirectory(atPath: scratch.path("empty"), withIntermediateDirectories: true)
    try await TestServer.run { server in
      for name in ["missing", "empty", "empty/"] {
        try await server.export(to: scratch.path(name))
        var reader = ExportReader(scratch.path(name))
        #expect(try reader.read().users.isEmpty && reader.notices.isEmpty)
      }
    }
    #expect(try scratch.names() == ["empty", "missing"])
  }

  @Test("but of nothing that is no export")
  func strangers() async throws {
    let scratch = try SeedScratch()
    try scratch.write("photos/one.jpg", "x")
    try scratch.write("file", "x")
    try await TestServer.run { server in
      for (name, words) in [
        ("photos", "is no export"), ("file", "is no directory"), ("missing/below", "cannot be made"),
      ] {
        let failure = await #expect(throws: SeedFileFailure.self) {
          try await server.export(to: scratch.path(name))
        }
        #expect(failure?.description.contains(words) == true, "\(failure?.description ?? "")")
      }
      let current = FileManager.default.currentDirectoryPath
      for path in [".", current, (current as NSString).deletingLastPathComponent, "/"] {
        let failure = #expect(throws: SeedFileFailure.self) { try ExportWriter.check(path) }
        #expect(failure?.description.contains("current directory") == true, "\(path)")
      }
    }
    #expect(try scratch.contents("photos") == ["one.jpg": "x"])
  }

  @Test("only when it is whole: one that breaks off leaves the old one as it was")
  func broken() async throws {
    let scratch = try SeedScratch()
    try scratch.copyFixture(to: "data")
    let before = try scratch.contents("data")
    try await TestServer.run { server in
      _ = try await server.signUp("new@example.com")
      let user = try await server.verifiedUser("factor@example.com")
      _ = try await server.enrollTOTP(user)
      // A secret that does not open: the accounts before it are in the file by then.
      var account = try #require(try await server.account(user.localID))
      account.factors[0].kind = .totp(sealedSecret: [1, 2, 3])
      try await server.service.store.apply([.updateAccount(account)])
      await #expect(throws: IdentityError.self) { try await server.export(to: scratch.path("data")) }
      await #expect(throws: IdentityError.self) { try await server.export(to: scratch.path("first")) }
    }
    #expect(try scratch.contents("data") == before)
    #expect(try scratch.names() == ["data"])
    #expect(try scratch.names("data").contains { $0.hasPrefix(".") } == false)
  }

  @Test("and clears what killed ones left, but not what others are writing")
  func leftovers() async throws {
    let scratch = try SeedScratch()
    try scratch.copyFixture(to: "data")
    // No process has such a number; process 1 runs.
    try scratch.write("data/.auth_export.latchkey-export-2147483646/accounts.json", "{")
    try scratch.write("data/.auth_export.latchkey-export-1/accounts.json", "{")
    try scratch.write("data/.auth_export.latchkey-export-notes/mine.txt", "x")
    var reader = ExportReader(scratch.path("data"))
    #expect(try reader.read().users.count == 8)
    try await TestServer.run { server in try await server.export(to: scratch.path("data")) }
    #expect(
      try scratch.names("data").filter { $0.hasPrefix(".") }
        == [".auth_export.latchkey-export-1", ".auth_export.latchkey-export-notes"])
  }

  @Test("and one that stands aside is named where its place is empty")
  func aside() throws {
    let scratch = try SeedScratch()
    try scratch.copyFixture(to: "data")
    try FileManager.default.moveItem(
      atPath: scratch.path("data/auth_export"), toPath: scratch.path("data/.auth_export.latchkey-former-7"))
    var reader = ExportReader(scratch.path("data"))
    let failure = #expect(throws: SeedFileFailure.self) { try reader.read() }
    #expect(failure?.description.contains("data/.auth_export.latchkey-former-7 holds what was there") == true)
  }
}
