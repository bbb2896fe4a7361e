import Foundation
import Testing

@Suite("Mistakes on the command line", .timeLimit(.minutes(3)))
struct CommandMistakeTests {
  private static func installation() async throws -> Scratch {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "my-app", "--data", scratch.data).status == 0)
    return scratch
  }

  @Test(
    "a command that there is not is named, with the one that was meant",
    arguments: [
      (["help", "nonsense"], "latchkey nonsense", nil),
      (["keys", "lsit", "--data", "d"], "latchkey keys lsit", "list"),
      (["help", "project", "creat"], "latchkey project creat", "create"),
      (["serv"], "latchkey serv", "serve"),
    ] as [([String], String, String?)])
  func unknown(arguments: [String], named: String, meant: String?) async throws {
    let outcome = try await Program.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.error.contains("There is no command \"\(named)\"."), "\(outcome.error)")
    if let meant { #expect(outcome.error.contains("Did you mean") && outcome.error.contains(" \(meant)\"?")) }
  }

  @Test("help of what there is goes to the output", arguments: [["help"], ["help", "keys", "list"]])
  func help(arguments: [String]) async throws {
    let outcome = try await Program.run(arguments)
    #expect(outcome.status == 0 && outcome.output.contains("OVERVIEW"), "\(outcome.error)")
  }

  @Test(
    "a value that cannot be is a wrong command line",
    arguments: [
      ["users", "import", "my-app", "users.json", "--hash-algo", "FOO"],
      ["users", "import", "my-app", "users.json", "--hash-algo", "HMAC_SHA256", "--hash-key", "not base64!"],
      ["project", "set", "my-app", "--refresh-grace", "2h"],
      ["project", "set", "my-app", "--session-idle", "1h"],
      ["mail", "deliver", "--smtp-host", "localhost", "--from", "a@example.com", "--smtp-port", "0"],
    ])
  func values(arguments: [String]) async throws {
    let scratch = try await Self.installation()
    let outcome = try await Program.run(arguments + ["--data", scratch.data])
    #expect(outcome.status == 64, "\(outcome.status): \(outcome.error)")
  }

  @Test(
    "an address of a PostgreSQL with a mistake in it is refused without being repeated",
    arguments: [
      "postgresql://user:s3cret@localhost/accounts", "postgresql://user@localhost/accounts?password=s3cret",
      "mysql://user:s3cret@localhost/accounts", "postgresql://user@localhost/accounts?service=s3cret",
    ])
  func address(text: String) async throws {
    for command in [["project", "list"], ["dev", "--port", "9"]] {
      let outcome = try await Program.run(command + ["--database", text])
      #expect(outcome.status == 64 && outcome.error.contains("--database"), "\(outcome.error)")
      #expect(!(outcome.error + outcome.output).contains("s3cret"))
    }
  }

  @Test("the audit log of a project that there is not is refused, and a hyphen is the installation's")
  func audit() async throws {
    let scratch = try await Self.installation()
    for command in ["verify", "export"] {
      let typo = try await Program.run("audit", command, "--project", "my-ap", "--data", scratch.data)
      #expect(
        typo.status == 1 && typo.error.contains("There is no project with the id my-ap"), "\(typo.error)")
      let own = try await Program.run("audit", command, "--project", "-", "--data", scratch.data)
      #expect(own.status == 0 && !own.output.isEmpty, "\(own.error)")
      #expect(!own.output.contains("my-app"))
    }
  }

  @Test("a directory is no file of users")
  func directory() async throws {
    let scratch = try await Self.installation()
    let outcome = try await Program.run([
      "users", "import", "my-app", scratch.data, "--format", "json", "--data", scratch.data,
    ])
    #expect(outcome.status == 1 && outcome.error.contains("is a directory"), "\(outcome.error)")
    #expect(!outcome.error.contains("NSError") && !outcome.error.contains("Domain="))
  }

  @Test("a service account's file names the server of the configuration")
  func keyFile() async throws {
    let scratch = try await Self.installation()
    let configuration = scratch.url("latchkey.yaml")
    try Data("publicOrigin: https://auth.example.com\ndata: {directory: data}\n".utf8).write(
      to: configuration)
    chmod(configuration.path, 0o600)
    let account = ["project", "service-account"]
    let made = try await Program.run(
      account + ["create", "my-app", "one", "--output", "-", "--config", configuration.path])
    #expect(made.status == 0 && made.output.contains("\"https://auth.example.com/"), "\(made.output)")
    #expect(!made.output.contains("127.0.0.1"))
    let key = try await Program.run(
      account + ["create-key", "my-app", "one", "--output", "-", "--config", configuration.path])
    #expect(key.output.contains("\"https://auth.example.com/"), "\(key.error)")
    let given = try await Program.run(
      account + [
        "create", "my-app", "two", "--output", "-", "--config", configuration.path, "--server",
        "https://other.example.com",
      ])
    #expect(given.output.contains("\"https://other.example.com/"), "\(given.error)")
    let help = try await Program.run(account + ["create", "--help"])
    #expect(help.output.contains("http://127.0.0.1:9099"))
  }

  @Test("a project's name is short and plain, and what is shown moves no cursor")
  func names() async throws {
    let scratch = try Scratch()
    for name in ["a\u{1B}[2Jb", "two\nlines", String(repeating: "x", count: 201), ""] {
      let outcome = try await Program.run(
        "project", "create", "named", "--name", name, "--data", scratch.data)
      #expect(outcome.status == 1 && outcome.error.contains("1 to 200 characters"), "\(outcome.error)")
    }
    let good = String(repeating: "é", count: 200)
    let made = try await Program.run("project", "create", "named", "--name", good, "--data", scratch.data)
    #expect(made.status == 0, "\(made.error)")
    let typo = try await Program.run("fly\u{1B}[2J")
    #expect(typo.status == 64 && !typo.error.contains("\u{1B}"))
  }

  @Test("after a file that cannot be read, nothing else is told", arguments: ["check", "show"])
  func unreadable(command: String) async throws {
    let scratch = try Scratch()
    let cases = [("a.yaml", "listen: {port: 1"), ("b.json", "{\"listen\": {\"port\": 1}"), ("c.yaml", nil)]
    for (name, text) in cases {
      if let text { try Data(text.utf8).write(to: scratch.url(name)) }
      let outcome = try await Program.run("config", command, "--config", scratch.url(name).path)
      #expect(outcome.status == 78 && outcome.output.isEmpty, "\(outcome.output)")
      #expect(outcome.error.contains("has a mistake."), "\(outcome.error)")
      #expect(!outcome.error.contains("publicOrigin") && !outcome.error.contains("/var/lib/latchkey"))
      #expect(
        !name.hasSuffix(".json") || (outcome.error.contains("not JSON") && !outcome.error.contains("YAML")))
    }
  }

  @Test(
    "a request with a member that there is not, or of another kind, is refused",
    arguments: [
      (#""atuh": {"uid": "ann"}, "path": "/""#, "atuh"), (#""auth": "ann", "path": "/""#, "auth"),
      (#""path": 5"#, "path"), (#""path": "/", "time": "noon""#, "time"),
      (#""path": "/", "query": {"limitToFrist": 1}"#, "query.limitToFrist"),
    ])
  func requests(members: String, key: String) async throws {
    let scratch = try Scratch()
    let rules = scratch.url("rules.json")
    try Data(#"{"rules": {".read": true}}"#.utf8).write(to: rules)
    let outcome = try await Program.run(
      ["rules", "explain", rules.path, "-"], input: "{\"method\": \"read\", \(members)}")
    #expect(outcome.status == 1 && outcome.error.contains("'\(key)'"), "\(outcome.output) \(outcome.error)")
  }

  @Test("a list without a case is no test that passed")
  func noCases() async throws {
    let scratch = try Scratch()
    let rules = scratch.url("rules.json")
    try Data(#"{"rules": {".read": true}}"#.utf8).write(to: rules)
    for command in [["rules", "test", rules.path, "-"], ["rules", "cases", "-"]] {
      let outcome = try await Program.run(command, input: "[]")
      #expect(outcome.status == 1 && outcome.error.contains("contains no cases"), "\(outcome.error)")
    }
  }
}
