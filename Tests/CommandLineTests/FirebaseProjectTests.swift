import Foundation
import IdentityWire
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("latchkey dev in the directory of a Firebase project", .serialized, .timeLimit(.minutes(10)))
struct FirebaseProjectTests {
  private static func idToken(_ server: DevServer) async throws -> String {
    let answer = try await server.post("signUp", ["returnSecureToken": true])
    return try #require(answer.json["idToken"]?.stringValue)
  }

  @Test("takes port, host and project from its files, also from below, and says so")
  func taken() async throws {
    let port = try TestServer.freePort()
    let directory = try FirebaseDirectory(
      """
      {
        // The emulators, as the official tools have them.
        "firestore": { "rules": "firestore.rules" },
        "emulators": {
          /* "auth": { "port": 1 }, */
          "auth": { "port": \(port), "host": "localhost" },
          "singleProjectMode": true, "ui": { "enabled": true }
        }
      }
      """, aliases: #"{"projects": {"staging": "demo-staging", "default": "demo-shop"}}"#)
    let server = try await DevServer.start(["--ephemeral"], port: port, in: directory.below)
    for text in [
      "\(directory.configuration): port \(port), host localhost", "\(directory.aliases): project demo-shop",
      "Project id    demo-shop", "UNSIGNED, as in the emulator, because there is a firebase.json",
      "Unsigned credentials are ACCEPTED",
    ] {
      #expect(server.banner.contains(text), "\(text)")
    }
    #expect(!server.banner.contains("start with --id-tokens unsigned"))
    let base = "http://localhost:\(port)"
    let (data, _) = try await URLSession.shared.data(from: try #require(URL(string: base + "/")))
    #expect(String(decoding: data, as: UTF8.self).contains("authEmulator"))
    #expect(await server.stop() == 0)
  }

  @Test("hands out ID tokens without a signature, and takes unsigned custom tokens")
  func tokens() async throws {
    let port = try TestServer.freePort()
    let directory = try FirebaseDirectory(
      #"{"emulators": {"auth": {"port": "\#(port)"}}}"#, aliases: #"{"projects": {"only": "demo-one"}}"#)
    let server = try await DevServer.start(["--ephemeral"], port: port, in: directory.path)
    let token = try await Self.idToken(server)
    #expect(token.hasSuffix("."))
    #expect(try UnverifiedJWT(token).issuer == "https://securetoken.google.com/demo-one")
    let custom = unsignedToken([
      "uid": "ada",
      "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
    ])
    #expect(try await server.post("signInWithCustomToken", ["token": .string(custom)]).status == 200)
    #expect(await server.stop() == 0)
  }

  @Test("what the command line says counts more")
  func commandLine() async throws {
    let directory = try FirebaseDirectory(
      #"{"emulators": {"auth": {"port": 1, "host": "::1"}}}"#,
      aliases: #"{"projects": {"default": "demo-shop", "staging": "demo-staging"}}"#)
    let server = try await DevServer.start(
      [
        "--ephemeral", "--host", "127.0.0.1", "--project", "staging", "--id-tokens", "signed",
        "--no-accept-unsigned-credentials",
      ], in: directory.path)
    #expect(server.banner.contains("Project id    demo-staging"))
    #expect(server.banner.contains("ID tokens     signed, because of --id-tokens"))
    #expect(server.banner.contains("Unsigned credentials are refused."))
    #expect(server.banner.contains("start with --id-tokens unsigned"))
    #expect(try UnverifiedJWT(try await Self.idToken(server)).algorithm == "RS256")
    #expect(await server.stop() == 0)
  }

  @Test(
    "a host that others reach is not followed, and the banner says so",
    arguments: ["0.0.0.0", "::", "192.168.1.5"])
  func foreignHost(host: String) async throws {
    let port = try TestServer.freePort()
    let directory = try FirebaseDirectory(#"{"emulators": {"auth": {"host": "\#(host)", "port": \#(port)}}}"#)
    let server = try await DevServer.start(["--ephemeral"], port: port, in: directory.path)
    #expect(server.banner.contains("its host \(host) is ignored: this server is for this machine only"))
    #expect(server.banner.contains("http://127.0.0.1:\(port)"))
    #expect(server.banner.contains("Project id    demo-no-project"))
    #expect(await server.stop() == 0)
  }

  @Test("a .firebaserc alone names the project, and tokens stay signed")
  func aliasesAlone() async throws {
    let directory = try FirebaseDirectory(nil, aliases: #"{"projects": {"default": "demo-shop"}}"#)
    let server = try await DevServer.start(["--ephemeral"], in: directory.path)
    #expect(server.banner.contains("Project id    demo-shop"))
    #expect(try UnverifiedJWT(try await Self.idToken(server)).algorithm == "RS256")
    #expect(await server.stop() == 0)
  }

  @Test(
    "a mistake is named with its file, its line and what to do",
    arguments: [
      ("{\n\"emulators\": {\n\"auth\": {\"port\": 9099,}\n}\n}", 3, "is not JSON", "Remove it."),
      ("{\n\"emulators\": {\"auth\"\n: {", 3, "is not JSON", "Correct"), ("", 1, "is not JSON", "Correct"),
      ("/* {", 1, "is not JSON: Unexpected end of the file: the comment has no end.", "Correct"),
      ("{\n\n\"emulators\": []}", 3, "emulators must be an object.", "Write it in braces"),
      ("[]", 1, "The file must be an object.", "Write it in braces"),
      ("{\"emulators\": {\n\"auth\": true}}", 2, "emulators.auth must be an object.", "Write it in braces"),
      (
        "{\"emulators\": {\"auth\": {\n\"port\": 0}}}", 2,
        "emulators.auth.port must be a number from 1 to 65535.", "Correct"
      ),
      ("{\"emulators\": {\"auth\": {\n\"port\": 65536}}}", 2, "emulators.auth.port must be", "Correct"),
      ("{\"emulators\": {\"auth\": {\n\"port\": 9099.5}}}", 2, "emulators.auth.port must be", "Correct"),
      ("{\"emulators\": {\"auth\": {\n\"port\": \"http\"}}}", 2, "emulators.auth.port must be", "Correct"),
      ("{\"emulators\": {\"auth\": {\n\"port\": true}}}", 2, "emulators.auth.port must be", "Correct"),
      (
        "{\"emulators\": {\"auth\": {\n\"host\": 1}}}", 2, "emulators.auth.host must be a text.",
        "double quotes"
      ),
    ])
  func mistakes(text: String, line: Int, sentence: String, remedy: String) async throws {
    let directory = try FirebaseDirectory(text)
    let outcome = try await Program.run(["dev", "--ephemeral"], in: directory.below)
    #expect(outcome.status == 78 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.error.hasPrefix("latchkey: \(directory.configuration) line \(line)"), "\(outcome.error)")
    #expect(outcome.error.contains(sentence) && outcome.error.contains(remedy), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test(
    "a project that cannot be is named with its line",
    arguments: [
      ("{\n\"projects\": {\n\"default\": \"My App\"}}", 3, "My App is not a project id."),
      ("{\"projects\": {\n\"default\": 5}}", 2, "projects.default must be a text."),
      ("{\n\"projects\": \"demo-shop\"}", 2, "projects must be an object."), ("{", 1, "is not JSON"),
    ])
  func projects(text: String, line: Int, sentence: String) async throws {
    let directory = try FirebaseDirectory("{}", aliases: text)
    let outcome = try await Program.run(["dev", "--ephemeral"], in: directory.path)
    #expect(outcome.status == 78, "\(outcome)")
    #expect(outcome.error.hasPrefix("latchkey: \(directory.aliases) line \(line)"), "\(outcome.error)")
    #expect(outcome.error.contains(sentence), "\(outcome.error)")
  }

  @Test("a file that cannot be read is named, and a directory of its name is none")
  func unreadable() async throws {
    let directory = try FirebaseDirectory(nil)
    let url = directory.scratch.url("firebase.json")
    try Data(repeating: 0x20, count: 2 << 20).write(to: url)
    let large = try await Program.run(["dev", "--ephemeral"], in: directory.path)
    #expect(large.status == 78)
    #expect(
      large.error.hasPrefix("latchkey: \(directory.configuration) cannot be read: it is larger than"),
      "\(large.error)")
    try FileManager.default.removeItem(at: url)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let server = try await DevServer.start(["--ephemeral"], in: directory.path)
    #expect(server.banner.contains("Project id    latchkey-dev") && !server.banner.contains("Read from"))
    #expect(await server.stop() == 0)
  }

  @Test("a port of the file that is taken is named with where it stands")
  func takenPort() async throws {
    let other = try await DevServer.start(["--ephemeral"])
    let directory = try FirebaseDirectory("{\"emulators\":\n{\"auth\":\n{\"port\": \(other.port)}}}")
    for command in [["dev", "--ephemeral"], ["exec", "--", "true"]] {
      let outcome = try await Program.run(command, in: directory.path)
      #expect(outcome.status == 69)
      #expect(
        outcome.error
          == "latchkey: Port \(other.port) of 127.0.0.1 is in use, which \(directory.configuration) line 3 names. Stop "
          + "the other program, change the port there, or choose another one with --port.\n")
    }
    #expect(await other.stop() == 0)
  }
}
