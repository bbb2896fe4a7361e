import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("latchkey dev", .serialized, .timeLimit(.minutes(15)))
struct DevCommandTests {
  @Test("it says where everything is and how to point each SDK at it")
  func banner() async throws {
    let server = try await DevServer.start(["--ephemeral"])
    for text in [
      "DEVELOPMENT SERVER: loopback only", "\(server.base)/sample", "\(server.base)/lab",
      "\(server.base)/inbox", "\(server.base)/.well-known/jwks.json", "latchkey-dev", "AIza", "ephemeral",
      "Unsigned credentials are refused.",
      #"connectAuthEmulator(auth, "\#(server.base)", { disableWarnings: true })"#,
      #"useEmulator(withHost: "127.0.0.1", port: \#(server.port))"#,
      #"Firebase.auth.useEmulator("127.0.0.1", \#(server.port))"#,
      "adb reverse tcp:\(server.port) tcp:\(server.port)", "useAuthEmulator(", "auth->UseEmulator(",
      "FIREBASE_AUTH_EMULATOR_HOST=\"127.0.0.1:\(server.port)\"",
    ] {
      #expect(server.banner.contains(text), "\(text)")
    }
    for path in ["/", "/lab/control", "/.well-known/jwks.json", "/healthz"] {
      #expect(try await server.get(path).status == 200, "\(path)")
    }
    #expect(await server.stop(SIGINT) == 0)
  }

  @Test("it says loudly that it accepts unsigned credentials")
  func unsigned() async throws {
    let server = try await DevServer.start(["--ephemeral", "--accept-unsigned-credentials"])
    #expect(server.banner.contains("Unsigned credentials are ACCEPTED: anyone can sign in as anyone."))
    #expect(await server.stop(SIGTERM) == 0)
  }

  @Test("started again it knows its users, their passwords and their tokens")
  func restart() async throws {
    let scratch = try Scratch()
    let first = try await DevServer.start(["--data", scratch.data])
    let credentials: JSONValue = [
      "email": "ada@example.com", "password": "correct horse", "returnSecureToken": true,
    ]
    let signUp = try await first.post("signUp", credentials)
    #expect(signUp.status == 200)
    #expect(await first.stop() == 0)

    let second = try await DevServer.start(["--data", scratch.data])
    let signIn = try await second.post("signInWithPassword", credentials)
    #expect(signIn.json["localId"] == signUp.json["localId"])
    let token = try #require(signUp.json["idToken"])
    let lookup = try await second.post("lookup", ["idToken": token])
    #expect(lookup.status == 200)
    #expect(lookup.json["users"]?.arrayValue?.first?["email"] == "ada@example.com")
    #expect(await second.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: scratch.data + "/latchkey.db-wal"))
  }

  @Test("a second server on the same data directory is told so")
  func sameDirectory() async throws {
    let scratch = try Scratch()
    let server = try await DevServer.start(["--data", scratch.data])
    let outcome = try await Program.run(
      "dev", "--data", scratch.data, "--port", String(try TestServer.freePort()))
    #expect(outcome.status == 75)
    #expect(
      outcome.error
        == "latchkey: Another Latchkey server uses \(scratch.data), or a command is replacing its database. "
        + "Stop the server, or use another directory.\n")
    #expect(await server.stop() == 0)
  }

  @Test("a port that is taken is said in one sentence")
  func takenPort() async throws {
    let server = try await DevServer.start(["--ephemeral"])
    let outcome = try await Program.run("dev", "--ephemeral", "--port", String(server.port))
    #expect(outcome.status == 69)
    #expect(
      outcome.error
        == "latchkey: Port \(server.port) of 127.0.0.1 is in use. Choose another one with --port.\n")
    #expect(await server.stop() == 0)
  }

  @Test("it listens on loopback addresses only", arguments: ["0.0.0.0", "192.168.1.10", "example.com", "::"])
  func loopbackOnly(host: String) async throws {
    let outcome = try await Program.run("dev", "--ephemeral", "--host", host)
    #expect(outcome.status == 64)
    #expect(
      outcome.error.contains(
        "The development server listens on loopback addresses only: 127.0.0.1, ::1 or localhost."))
  }

  @Test(
    "a wrong command line is explained",
    arguments: [
      (["--port", "0"], "The port must be from 1 to 65535."),
      (["--project", "My_App"], "A project id has 1 to 63 lower-case letters"),
      (["--data", ""], "--data needs the name of a directory."),
      (["--data", "x", "--ephemeral"], "Choose one of --data and --ephemeral."),
    ])
  func usage(arguments: [String], sentence: String) async throws {
    let outcome = try await Program.run(["dev"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.error.contains(sentence))
  }

  @Test("another master key opens nothing")
  func wrongMasterKey() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "app", "--data", scratch.data).status == 0)
    let other = Data((0..<32).map { UInt8($0) }).base64EncodedString()
    try Data(other.utf8).write(to: URL(fileURLWithPath: scratch.data + "/master.key"))
    let outcome = try await Program.run("dev", "--data", scratch.data)
    #expect(outcome.status == 74)
    #expect(outcome.error.hasPrefix("latchkey: \(scratch.data)/master.key does not belong to"))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test("a lost master key is not replaced by a new one")
  func lostMasterKey() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "app", "--data", scratch.data).status == 0)
    try FileManager.default.removeItem(atPath: scratch.data + "/master.key")
    let outcome = try await Program.run("dev", "--data", scratch.data)
    #expect(outcome.status == 74)
    #expect(outcome.error.hasPrefix("latchkey: \(scratch.data)/master.key is missing"))
    #expect(!FileManager.default.fileExists(atPath: scratch.data + "/master.key"))
  }

  @Test("a data directory below a file, or in a file's place, is refused in plain words")
  func fileInTheWay() async throws {
    let scratch = try Scratch()
    let file = scratch.data + "-file"
    try Data().write(to: URL(fileURLWithPath: file))
    for path in [file, file + "/below", file + "/far/below"] {
      let outcome = try await Program.run("dev", "--data", path)
      #expect(outcome.status == 74)
      #expect(outcome.error == "latchkey: \(path) cannot be created: Not a directory.\n")
    }
  }

  @Test("a file that is no database is said in one sentence")
  func noDatabase() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "app", "--data", scratch.data).status == 0)
    try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: scratch.data + "/latchkey.db"))
    let outcome = try await Program.run("dev", "--data", scratch.data)
    #expect(outcome.status == 74)
    #expect(outcome.error.hasPrefix("latchkey: The database in \(scratch.data) cannot be used: "))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }
}
