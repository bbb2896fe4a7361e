import Foundation
import Identity
import IdentityWire
import Operations
import SeedFiles
import TestSupport
import Testing

@Suite("An export that cannot be read", .fewAtOnce)
struct WrongExportTests {
  /// A change of the export that was made by hand, and what is said of it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var file: String
    var text: String
    var words: [String]
    var testDescription: String { "\(file): \(text.prefix(60))" }

    init(_ file: String, _ text: String, _ words: String...) {
      (self.file, self.text, self.words) = (file, text, words)
    }
  }

  private static let metadata = "firebase-export-metadata.json"
  private static let accounts = "auth_export/accounts.json"
  private static let additions = "auth_export/latchkey.json"

  static let unreadableExports = [
    Fault(
      metadata, "{\"version\":\"13.0.0\",\n\"auth\":{\"ver", "metadata.json, line 2, is no JSON",
      "ends in the middle"),
    Fault(metadata, "[]", "is no object"),
    Fault(metadata, #"{"auth":{"version":"13.0.0"}}"#, "\"auth.path\" names no directory", "auth_export"),
    Fault(metadata, #"{"auth":{"version":"13.0.0","path":"../.."}}"#, "\"auth.path\" names no directory"),
    Fault(metadata, #"{"auth":{"version":"13.0.0","path":"/etc"}}"#, "\"auth.path\" names no directory"),
    Fault(metadata, #"{"auth":{"path":"auth_export"}}"#, "\"auth.version\" is no version"),
    Fault(metadata, #"{"auth":{"version":"newest","path":"auth_export"}}"#, "\"auth.version\" is no version"),
    Fault(metadata, #"{"auth":{"version":"13.0.0","path":"elsewhere"}}"#, "elsewhere is missing"),
    Fault(
      accounts, "{\"kind\":\"identitytoolkit#DownloadAccountResponse\",\n\"users\":[\n{\"localId\":",
      "accounts.json, line 3, is no JSON", "ends in the middle"),
    Fault(accounts, "{\"users\":[\n{\"localId\":\"a\" \"email\":1}]}", "accounts.json, line 2, is no JSON"),
    Fault(accounts, "", "accounts.json, line 1, is no JSON"),
    Fault(accounts, "[]", "is no object with \"users\""),
    Fault(accounts, #"{"users":{}}"#, "\"users\" is no list"),
    Fault(accounts, #"{"kind":"identitytoolkit#SomethingElse","users":[]}"#, "its \"kind\" is not"),
    Fault(accounts, #"{"users":[{"localId":"a"},7]}"#, "user 2 cannot be read"),
    Fault(
      accounts, #"{"users":[{"localId":"a","disabled":"perhaps"}]}"#, "user 1 (a) cannot be read", "disabled"),
    Fault(
      accounts, #"{"users":[{"localId":"a","lastRefreshAt":"yesterday"}]}"#, "user 1 (a) cannot be read",
      "must be a moment"),
    Fault("auth_export/config.json", #"{"signIn":"#, "config.json, line 1, is no JSON"),
    Fault("auth_export/config.json", #"{"signIn":7}"#, "config.json is no configuration"),
    Fault("auth_export/config.json", #"{"signIn":{},"usageMode":"PASSTHROUGH"}"#, "PASSTHROUGH"),
    Fault(additions, #"{"format":2,"project":{}}"#, "latchkey.json is of format 2", "reads format 1"),
    Fault(additions, #"{"project":{}}"#, "has no \"format\""),
    Fault(
      additions, #"{"format":1,"project":{"config":{"signIn":{"colour":1}}}}"#,
      "latchkey.json cannot be read", "colour"),
    Fault(additions, #"{"format":1,"tenants":[{"tenantId":"a b"}]}"#, "no valid \"tenantId\""),
    Fault(additions, #"{"format":1,"project":{"hashes":[{"localIds":["a"]}]}}"#, "lacks \"parameters\""),
    Fault("auth_export/accounts-team.json", "{", "accounts-team.json, line 1, is no JSON"),
  ]

  @Test("is named with its file, the line or the user, and what to do", arguments: unreadableExports)
  func unreadable(fault: Fault) throws {
    let scratch = try SeedScratch()
    try scratch.copyFixture(to: "in")
    try scratch.write("in/\(fault.file)", fault.text)
    var reader = ExportReader(scratch.path("in"))
    let failure = #expect(throws: SeedFileFailure.self) { try reader.read() }
    for word in fault.words {
      #expect(failure?.description.contains(word) == true, "\(failure?.description ?? "")")
    }
  }

  @Test("is named when it is no export at all")
  func noExport() throws {
    let scratch = try SeedScratch()
    try scratch.copyFixture(to: "in")
    try scratch.write("other/notes.txt", "x")
    for (name, word) in [
      ("missing", "does not exist"), ("in/firebase-export-metadata.json", "is no directory"),
      ("other", "has no firebase-export-metadata.json"), ("in/auth_export", "Name the directory above it"),
    ] {
      var reader = ExportReader(scratch.path(name))
      let failure = #expect(throws: SeedFileFailure.self) { try reader.read() }
      #expect(failure?.description.contains(word) == true, "\(failure?.description ?? "")")
    }
  }

  @Test("of other emulators, without settings or of a newer version is no mistake, and is said")
  func notices() throws {
    let scratch = try SeedScratch()
    try scratch.copyFixture(to: "in")
    try scratch.write("in/firebase-export-metadata.json", #"{"version":"13.0.0","firestore":{}}"#)
    var reader = ExportReader(scratch.path("in"))
    #expect(try reader.read().users.isEmpty)
    #expect(reader.notices.contains { $0.contains("has no accounts") })

    try scratch.write(
      "in/firebase-export-metadata.json",
      #"{"version":"99.0.0","auth":{"version":"99.0.0","path":"auth_export"}}"#)
    try FileManager.default.removeItem(atPath: scratch.path("in/auth_export/config.json"))
    var newer = ExportReader(scratch.path("in"))
    #expect(try newer.read().users.count == 8)
    #expect(newer.notices.contains { $0.contains("firebase-tools 99.0.0") })
    #expect(newer.notices.contains { $0.contains("config.json does not exist") })
  }

  static let refusedExports = [
    Fault(
      accounts, #"{"users":[{"localId":"a"},{"email":"x@example.com"}]}"#, "user 2", "localId is missing"),
    Fault(
      accounts, #"{"users":[{"localId":"a"},{"localId":"a"}]}"#, "user 2 (a)", "user 1 (a) has the same id"),
    Fault(
      accounts,
      #"{"users":[{"localId":"a","email":"x@example.com"},{"localId":"b","email":"X@Example.com"}]}"#,
      "user 2 (b)", "has the same e-mail address"),
    Fault(
      accounts,
      #"{"users":[{"localId":"a","phoneNumber":"+15555550100"},{"localId":"b","phoneNumber":"+15555550100"}]}"#,
      "has the same phone number"),
    Fault(accounts, #"{"users":[{"localId":"a","email":"nobody"}]}"#, "user 1 (a)", "email is invalid"),
    Fault(accounts, #"{"users":[{"localId":"a","phoneNumber":"12"}]}"#, "phone number format is invalid"),
    Fault(accounts, #"{"users":[{"localId":"a","customAttributes":"{"}]}"#, "Invalid custom claims"),
    Fault(
      accounts, #"{"users":[{"localId":"a","tenantId":"team"}]}"#, "Tenant id in userInfo does not match"),
    Fault(
      accounts, #"{"users":[{"localId":"a","providerUserInfo":[{"providerId":"google.com"}]}]}"#, "rawId"),
    Fault(
      accounts, #"{"users":[{"localId":"a","mfaInfo":[{"totpInfo":{},"emulatorTotpSecret":"1"}]}]}"#, "base32"
    ),
    Fault(
      accounts, #"{"users":[{"localId":"a","mfaInfo":[{"totpInfo":{}}]}]}"#, "Second factor not supported"),
    Fault(
      additions, #"{"format":1,"project":{"config":{"authorizedDomains":["http://x"]}}}"#, "latchkey.json",
      "settings are refused"),
    Fault(
      additions,
      #"{"format":1,"project":{"hashes":[{"parameters":{"hashAlgorithm":"ROT13"},"localIds":[]}]}}"#,
      "hash parameters 1", "INVALID_HASH_ALGORITHM"),
    Fault(
      additions, #"{"format":1,"tenants":[{"tenantId":"team","config":{"testPhoneNumbers":{"1":"2"}}}]}"#,
      "tenant team", "the tenant is refused"),
  ]

  @Test("with a wrong user or setting changes nothing")
  func refused() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.refusedExports) { fault in
        let scratch = try SeedScratch()
        try scratch.copyFixture(to: "in")
        try scratch.write("in/\(fault.file)", fault.text)
        let before = try await server.project()
        let refusal = await #expect(throws: SeedRefusal.self) { try await server.load(scratch.path("in")) }
        let text = refusal.map { "\($0.place): \($0.reason)" } ?? ""
        for word in fault.words { #expect(text.contains(word), "\(text)") }
        #expect(try await server.accounts().isEmpty)
        #expect(
          try await server.service.projects.tenants(in: TestServer.project, after: nil, limit: 1).isEmpty)
        server.service.projects.forget()
        #expect(try await server.project() == before)
      }
    }
  }

  @Test("with an address of somebody else in the data names both, and changes nothing")
  func others() async throws {
    try await TestServer.run { server in
      let other = try await server.signUp("grace@example.com")
      let refusal = await #expect(throws: SeedRefusal.self) { try await server.load(SeedScratch.fixture) }
      #expect(refusal?.place.contains("user 2") == true)
      #expect(
        refusal?.reason == "the user \(other.localID) of the data directory has the same e-mail address")
      #expect(try await server.accounts().map(\.id.rawValue) == [other.localID])
    }
  }
}
