import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("latchkey users", .timeLimit(.minutes(15)))
struct UsersCommandTests {
  /// A project in a fresh data directory.
  private func project(_ scratch: Scratch, _ id: String = "my-app") async throws {
    #expect(try await Program.run("project", "create", id, "--data", scratch.data).status == 0)
  }

  @Test("users that were exported can be imported into another project, with their passwords")
  func roundTrip() async throws {
    let scratch = try Scratch()
    try await project(scratch)
    try await project(scratch, "second")
    let data = ["--data", scratch.data]
    // Firebase's published example: the signer key, and the hash of "user1password".
    let hash =
      "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
    let key = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
    try Data(key.utf8).write(to: scratch.url("key"))
    let users = """
      {"users": [
        {"localId": "ann", "email": "ann@example.com", "passwordHash": "\(hash)", "salt": "42xEC+ixf3L2lw==",
         "lastSignedInAt": "1600000000000", "providerUserInfo": [{"providerId": "apple.com", "rawId": "1"}]},
        {"email": "nobody@example.com"}, {"localId": "bob", "rawPassword": "correct horse"},
        {"localId": "bob", "displayName": "again"}
      ]}
      """
    try Data(users.utf8).write(to: scratch.url("users.json"))
    let imported = try await Program.run(
      [
        "users", "import", "my-app", scratch.url("users.json").path, "--hash-algo", "scrypt",
        "--hash-key-file",
        scratch.url("key").path, "--salt-separator", "Bw==", "--rounds", "8", "--mem-cost", "14",
      ] + data)
    #expect(imported.status == 65)
    #expect(imported.output == "Imported 2 users into my-app.\n")
    #expect(imported.error.contains("latchkey: User 2: localId is missing\n"))
    #expect(
      imported.error.contains(
        "latchkey: User 4 (bob): localId belongs to an existing account - can not overwrite.\n"))
    #expect(imported.error.hasSuffix("latchkey: 2 users were not imported.\n"))
    #expect(!imported.error.contains(key) && !imported.error.contains(hash))

    let path = scratch.url("out.json").path
    let exported = try await Program.run(["users", "export", "my-app", path] + data)
    #expect(exported.status == 0 && exported.output.isEmpty)
    #expect(exported.error.hasPrefix("Exported 2 users of my-app\n"))
    #expect(exported.error.contains("1 of them without their password"))
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
    let written = try JSONParser().parse(Data(contentsOf: scratch.url("out.json")))
    #expect(written["users"]?[0]?["localId"] == "ann" && written["users"]?[0]?["passwordHash"] == nil)
    #expect(written["users"]?[0]?["lastSignedInAt"] == "1600000000000")
    #expect(written["users"]?[0]?["providerUserInfo"]?[0]?["providerId"] == "apple.com")
    #expect(written["users"]?[1]?["passwordHash"]?.stringValue?.count == 88)

    let parameters = try await Program.run(["users", "hash-parameters", "my-app"] + data)
    let signerKey = try #require(parameters.output.firstMatch(of: /base64_signer_key: (\S+),/)?.1)
    #expect(parameters.output.contains("rounds: 8,\n  mem_cost: 14,\n"))
    let again = try await Program.run(
      [
        "users", "import", "second", path, "--hash-algo", "SCRYPT", "--hash-key", String(signerKey),
        "--salt-separator", "Bw==", "--rounds", "8", "--mem-cost", "14",
      ] + data)
    #expect(again.status == 0 && again.output == "Imported 2 users into second.\n")

    let firebase = try await Program.run(
      ["users", "export", "my-app", "-", "--format", "json", "--firebase"] + data)
    let plain = try JSONParser().parse(Data(firebase.output.utf8))
    #expect(plain["users"]?[0]?["providerUserInfo"]?.arrayValue?.isEmpty == true)
  }

  // Fails when each transaction of the import is recorded by itself.
  @Test("an import is one event of the audit log, with counts, however many uploads it takes")
  func audited() async throws {
    let scratch = try Scratch()
    try await project(scratch)
    let data = ["--data", scratch.data]
    func imports() async throws -> [JSONValue] {
      let log = try await Program.run(["audit", "export", "--project", "my-app"] + data)
      return try log.output.split(separator: "\n").map {
        try JSONParser().parse(String($0))["record"] ?? .null
      }
      .filter { $0["action"] == "accounts.import" || $0["action"] == "account.creation" }
    }
    let lines = (0..<1_600).map { "user\($0),user\($0)@example.com,true\n" }.joined()
    let all = lines + "user7,again@example.com,true\n" + "one,user8@example.com,true\n"
    // Tried first, which stores and records nothing.
    let tried = try await Program.run(
      ["users", "import", "my-app", "-", "--format", "csv", "--dry-run"] + data, input: all)
    #expect(
      tried.status == 65
        && tried.output == "1600 users would be imported into my-app. No user was imported.\n")
    #expect(tried.error.contains("User 1601 (user7)") && tried.error.contains("User 1602 (one)"))
    #expect(try await imports().isEmpty)
    let imported = try await Program.run(
      ["users", "import", "my-app", "-", "--format", "csv"] + data, input: all)
    #expect(imported.status == 65 && imported.output == "Imported 1600 users into my-app.\n")
    let events = try await imports()
    #expect(events.count == 1, "\(events)")
    #expect(events.first?["details"]?["accounts"] == "1600" && events.first?["details"]?["leftOut"] == "2")
    #expect(events.first?["actor"]?.stringValue?.hasPrefix("cli:") == true)
    // Nobody came in.
    _ = try await Program.run(["users", "import", "my-app", "-", "--format", "csv"] + data, input: lines)
    #expect(try await imports().count == 1)
    let broken = try await Program.run(
      ["users", "import", "my-app", "-", "--format", "json"] + data,
      input: #"{"users": [{"localId": "a"}, {"localId": "b"}, {"local"#)
    #expect(broken.status == 65)
    #expect(try await imports().last?["details"]?["accounts"] == "2")
    #expect(try await Program.run(["audit", "verify"] + data).status == 0)
  }

  @Test("an export for Firebase has a file for each setting of hashes that were imported and never used")
  func exportsByHash() async throws {
    let scratch = try Scratch()
    try await project(scratch)
    try await project(scratch, "second")
    let data = ["--data", scratch.data]
    func load(_ users: String, _ options: String..., into project: String = "my-app") async throws {
      let done = try await Program.run(
        ["users", "import", project, "-", "--format", "json"] + options + data, input: users)
      #expect(done.status == 0, "\(done.error)")
    }
    let bcrypt = Data("$2b$04$abcdefghijklmnopqrstuuJ3nqRAaZT2yJYPqAwuqXYg4Ke5bDgTK".utf8)
      .base64EncodedString()
    try await load(#"{"users": [{"localId": "own", "rawPassword": "correct horse"}, {"localId": "none"}]}"#)
    try await load(#"{"users": [{"localId": "b", "passwordHash": "\#(bcrypt)"}]}"#, "--hash-algo", "BCRYPT")
    // One setting, though each upload seals its key anew.
    for id in ["h1", "h2"] {
      try await load(
        #"{"users": [{"localId": "\#(id)", "passwordHash": "\#(String(repeating: "A", count: 43))=", "salt": "c2FsdA=="}]}"#,
        "--hash-algo", "HMAC_SHA256", "--hash-key", "a2V5")
    }
    try await load(
      #"{"users": [{"localId": "h3", "passwordHash": "\#(String(repeating: "E", count: 43))=", "salt": "c2FsdA=="}]}"#,
      "--hash-algo", "HMAC_SHA256", "--hash-key", "b3RoZXI=")
    try await load(
      #"{"users": [{"localId": "a", "passwordHash": "\#(String(repeating: "I", count: 43))=", "salt": "c2FsdHNhbHQ="}]}"#,
      "--hash-algo", "ARGON2", "--rounds", "2", "--mem-cost", "64", "--parallelization", "1", "--dk-len", "32"
    )

    let path = scratch.url("it's out.json").path
    let exported = try await Program.run(["users", "export", "my-app", path, "--firebase"] + data)
    #expect(
      exported.status == 0 && exported.error.hasPrefix("Exported 7 users of my-app\n"), "\(exported.error)")
    #expect(exported.error.contains("1 of them without their password"))
    func users(_ name: String) throws -> [JSONValue] {
      let file = scratch.url(name)
      #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
      return try JSONParser().parse(Data(contentsOf: file))["users"]?.arrayValue ?? []
    }
    let main = try users("it's out.json")
    #expect(main.compactMap { $0["localId"]?.stringValue } == ["a", "none", "own"])
    #expect(main[0]["passwordHash"] == nil && main[2]["passwordHash"] != nil)
    let ofBcrypt = try users("it's out-bcrypt.json")
    #expect(ofBcrypt.map { $0["localId"] } == ["b"] && ofBcrypt[0]["passwordHash"] == .string(bcrypt))
    #expect(try users("it's out-hmac-sha256.json").map { $0["localId"] } == ["h1", "h2"])
    #expect(try users("it's out-hmac-sha256-2.json").map { $0["localId"] } == ["h3"])
    let options = try String(contentsOf: scratch.url("it's out-hash-options.txt"), encoding: .utf8)
    let lines = options.split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[0].contains("--hash-algo=SCRYPT --hash-key="), "\(options)")
    #expect(lines[1].hasSuffix("/it'\\''s out-bcrypt.json' --hash-algo=BCRYPT"), "\(options)")
    #expect(lines[2].hasSuffix("--hash-algo=HMAC_SHA256 --hash-key=a2V5 --hash-input-order=PASSWORD_FIRST"))
    #expect(lines[3].contains("--hash-key=b3RoZXI="))
    #expect(!exported.error.contains("a2V5"))

    // What Firebase is told, an import here takes, too.
    for (name, line) in [("it's out.json", lines[0]), ("it's out-hmac-sha256-2.json", lines[3])] {
      let told = line.split(separator: " ").filter { $0.hasPrefix("--") }.map(String.init)
      let done = try await Program.run(["users", "import", "second", scratch.url(name).path] + told + data)
      #expect(done.status == 0, "\(done.error)")
    }
    // An output is one file.
    let stream = try await Program.run(
      ["users", "export", "my-app", "-", "--format", "csv", "--firebase"] + data)
    #expect(stream.output.split(separator: "\n").count == 7 && !stream.output.contains(bcrypt))
    #expect(stream.error.contains("5 of them without their password"), "\(stream.error)")
  }

  @Test("a file longer than one upload is read to its end, from the input, too")
  func long() async throws {
    let scratch = try Scratch()
    try await project(scratch)
    let data = ["--data", scratch.data]
    let lines = (0..<2_345).map { "user\($0),user\($0)@example.com,true\n" }.joined()
    let imported = try await Program.run(
      ["users", "import", "my-app", "-", "--format", "csv"] + data, input: lines)
    #expect(imported.status == 0 && imported.output == "Imported 2345 users into my-app.\n")
    // How far the reading is by then is anybody's guess.
    #expect(imported.error.contains(" users read, 1000 imported\n"))
    #expect(imported.error.hasSuffix("2345 users read, 2345 imported\n"))
    let exported = try await Program.run(["users", "export", "my-app", "-", "--format", "csv"] + data)
    #expect(exported.output.split(separator: "\n").count == 2_345)
    #expect(
      exported.output.split(separator: "\n").allSatisfy {
        $0.split(separator: ",", omittingEmptySubsequences: false).count == 29
      })
    // Again: everybody is there, unless they may be replaced.
    let again = try await Program.run(
      ["users", "import", "my-app", "-", "--format", "csv"] + data, input: lines)
    #expect(again.status == 65 && again.output == "Imported 0 users into my-app.\n")
    let replaced = try await Program.run(
      ["users", "import", "my-app", "-", "--format", "csv", "--overwrite"] + data, input: lines)
    #expect(replaced.status == 0 && replaced.output == "Imported 2345 users into my-app.\n")
  }

  @Test("a file that breaks off says how far it was read, and keeps what it had")
  func brokenOff() async throws {
    let scratch = try Scratch()
    try await project(scratch)
    let data = ["--data", scratch.data]
    let broken = try await Program.run(
      ["users", "import", "my-app", "-", "--format", "json"] + data,
      input: #"{"users": [{"localId": "a"}, {"localId": "b"}, {"local"#)
    #expect(broken.status == 65)
    #expect(
      broken.error.contains(
        "- cannot be read after user 2: the JSON ends in the middle. 2 users were imported."))
    let exported = try await Program.run(["users", "export", "my-app", "-", "--format", "csv"] + data)
    #expect(exported.output.split(separator: "\n").count == 2)
  }

  @Test(
    "a file that holds no users is refused, and a member of the list that is no user is named and left out")
  func noUsers() async throws {
    let scratch = try Scratch()
    try await project(scratch)
    let data = ["--data", scratch.data]
    for text in ["hello", "[]", #"{"people": []}"#] {
      let refused = try await Program.run(
        ["users", "import", "my-app", "-", "--format", "json"] + data, input: text)
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(refused.error.hasPrefix("latchkey: - is not a file of users: "), "\(refused.error)")
      #expect(refused.error.hasSuffix(" Nothing was imported.\n"))
    }
    let partly = try await Program.run(
      ["users", "import", "my-app", "-", "--format", "json"] + data,
      input: #"{"users": [{"localId": "a"}, 5, {"localId": "b"}]}"#)
    #expect(partly.status == 65 && partly.output == "Imported 2 users into my-app.\n")
    #expect(partly.error.contains("latchkey: User 2: it is no object\n"))
  }

  @Test("nothing is done for options that do not fit, files that are not there and unknown projects")
  func refused() async throws {
    let scratch = try Scratch()
    try await project(scratch)
    let data = ["--data", scratch.data]
    let one = #"{"users": [{"localId": "a", "passwordHash": "aGFzaA=="}]}"#
    try Data(one.utf8).write(to: scratch.url("one.json"))
    let file = scratch.url("one.json").path
    let noFormat = try await Program.run(["users", "import", "my-app", "-"] + data)
    #expect(noFormat.status == 64)
    let bad = try await Program.run(
      ["users", "import", "my-app", file, "--hash-algo", "SHA1", "--rounds", "0"] + data)
    #expect(
      bad.status == 64
        && bad.error
          == "latchkey: The hash options do not fit together: --rounds is missing, or out of range.\n"
    )
    let algorithm = try await Program.run(["users", "import", "my-app", file, "--hash-algo", "NOPE"] + data)
    #expect(algorithm.status == 64)
    #expect(
      algorithm.error
        == "latchkey: The hash options do not fit together: --hash-algo is not one of the "
        + "algorithms in \"latchkey users import --help\".\n")
    let missing = try await Program.run(["users", "import", "my-app", "nowhere.json"] + data)
    #expect(
      missing.status == 1
        && missing.error == "latchkey: The file nowhere.json cannot be read: No such file or directory.\n")
    let unknown = try await Program.run(["users", "import", "other", file] + data)
    #expect(unknown.status == 1)
    let tenant = try await Program.run(
      ["users", "export", "my-app", "-", "--format", "csv", "--tenant", "t"] + data)
    #expect(tenant.status == 1 && tenant.error == "latchkey: The project has no tenant with this id.\n")
    // Without an algorithm the user is named, and left out.
    let unsaid = try await Program.run(["users", "import", "my-app", file] + data)
    #expect(unsaid.status == 65 && unsaid.error.contains("User 1 (a): the user has a password hash"))
    let directory = try await Program.run(
      ["users", "export", "my-app", scratch.url("no/where.json").path] + data)
    #expect(directory.status == 1)
    #expect(
      try await Program.run(["users", "export", "my-app", "-", "--format", "csv"] + data).output.isEmpty)
  }

  @Test("a failed export leaves the file that was there as it was")
  func keepsOldFile() async throws {
    let scratch = try Scratch()
    try await project(scratch)
    let path = scratch.url("users.json")
    try Data("old".utf8).write(to: path)
    let failed = try await Program.run("users", "export", "other", path.path, "--data", scratch.data)
    #expect(failed.status == 1)
    #expect(try Data(contentsOf: path) == Data("old".utf8))
    #expect(try await Program.run("users", "export", "my-app", path.path, "--data", scratch.data).status == 0)
    #expect(try String(contentsOf: path, encoding: .utf8) == "{\"users\": [\n]}\n")
    #expect(!FileManager.default.fileExists(atPath: path.path + ".part"))
  }
}
