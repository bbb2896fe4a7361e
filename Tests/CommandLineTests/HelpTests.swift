import Testing

@Suite("The program explains itself", .timeLimit(.minutes(15)))
struct HelpTests {
  static let commands: [[String]] = [
    [], ["dev"], ["exec"], ["project"], ["project", "create"], ["project", "list"], ["project", "show"],
    ["project", "set"], ["project", "passkeys"], ["project", "export"], ["project", "diff"],
    ["project", "apply"], ["project", "mail"], ["project", "mail", "set"], ["project", "mail", "check"],
    ["project", "webhook"], ["project", "webhook", "create"], ["project", "webhook", "list"],
    ["project", "webhook", "show"], ["project", "webhook", "set"], ["project", "webhook", "rotate-secret"],
    ["project", "webhook", "test"], ["project", "webhook", "replay"], ["project", "webhook", "deliveries"],
    ["project", "webhook", "delete"],
    ["project", "add-app"], ["project", "add-domain"], ["project", "remove-domain"], ["provider"],
    ["provider", "set"], ["provider", "list"], ["provider", "test"], ["provider", "disable"],
    ["provider", "saml-key"], ["keys"],
    ["keys", "list"],
    ["keys", "rotate"], ["keys", "rewrap"], ["serve"], ["config"], ["config", "check"], ["config", "show"],
    ["backup"], ["backup", "create"], ["backup", "drill"], ["restore"], ["doctor"], ["users"],
    ["users", "import"], ["users", "export"],
    ["users", "hash-parameters"], ["users", "list"], ["users", "get"], ["users", "create"],
    ["users", "update"],
    ["users", "set-claims"], ["users", "revoke"], ["users", "delete"], ["users", "batch"], ["status"],
    ["mail"],
    ["mail", "preview"], ["mail", "test"], ["mail", "deliver"],
    ["passwords"], ["passwords", "build-filter"], ["passwords", "check"],
    ["audit"], ["audit", "verify"], ["audit", "head"], ["audit", "export"], ["explain"], ["lab"],
    ["lab", "token"], ["lab", "faults"], ["rules"],
    ["console"], ["console", "create-owner"], ["console", "list"],
    ["rules", "check"], ["rules", "test"], ["rules", "explain"], ["rules", "cases"],
  ]

  @Test("every command's help has a sentence, an example and the exit codes", arguments: commands)
  func help(command: [String]) async throws {
    let outcome = try await Program.run(command + ["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("OVERVIEW: "))
    #expect(outcome.output.contains("EXAMPLE"))
    #expect(outcome.output.contains("  latchkey \(command.joined(separator: " "))"))
    for code in ["0", "1", "64", "65", "69", "70", "74", "75", "78"] {
      #expect(try outcome.output.contains(Regex("\n  \(code) +[A-Z]")))
    }
  }

  @Test("the first page names every command")
  func overview() async throws {
    let outcome = try await Program.run("--help")
    #expect(outcome.output.contains("Firebase Authentication that you run yourself."))
    for command in [
      "dev", "exec", "serve", "config", "project", "users", "provider", "keys", "mail", "passwords", "audit",
      "explain", "backup", "restore", "status", "doctor",
      "lab", "rules", "console",
    ] {
      #expect(outcome.output.contains("\n  \(command) "))
    }
  }

  @Test("no example or exit code is broken in two", arguments: commands)
  func width(command: [String]) async throws {
    let outcome = try await Program.run(command + ["--help"])
    let examples = outcome.output.split(separator: "\n").drop { !$0.hasPrefix("EXAMPLE") }
      .prefix { !$0.hasPrefix("USAGE") }
    for line in examples where !line.hasPrefix("EXAMPLE") && line != "EXIT CODES" {
      #expect(line.hasPrefix("  "), "\(line)")
    }
  }

  @Test("--version prints the version, the commit of a release and what makes signatures")
  func version() async throws {
    let outcome = try await Program.run("--version")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    #expect(lines[1].wholeMatch(of: /commit: (not a release|[0-9a-f]{40})/) != nil)
    #expect(lines[2].wholeMatch(of: /signer: (libcrypto|crypto_mb)/) != nil)
  }

  @Test("a command that there is not is a wrong command line")
  func unknown() async throws {
    let outcome = try await Program.run("fly")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }
}
