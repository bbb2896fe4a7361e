import Foundation
import TestSupport
import Testing

@Suite("latchkey project export, diff and apply", .timeLimit(.minutes(15)))
struct ProjectFileCommandTests {
  private static func installation() async throws -> (scratch: Scratch, data: [String]) {
    let scratch = try Scratch()
    let data = ["--data", scratch.data]
    #expect(
      try await Program.run(["project", "create", "my-app", "--domain", "app.example.com"] + data).status == 0
    )
    return (scratch, data)
  }

  private static func write(_ text: String, _ name: String, in scratch: Scratch, mode: Int = 0o600) throws
    -> String
  {
    let path = scratch.url(name).path
    try Data(text.utf8).write(to: scratch.url(name))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  @Test("what was exported differs in nothing, and what was changed in it is shown and applied")
  func walk() async throws {
    let (scratch, data) = try await Self.installation()
    let path = scratch.url("projects.yaml").path
    let exported = try await Program.run(["project", "export", "--output", path] + data)
    #expect(exported.status == 0 && exported.output.isEmpty, "\(exported.error)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text.hasPrefix("# ") && text.contains("\nversion: 1\nprojects:\n  my-app:\n    revision: "), "\(text)")
    #expect(try await Program.run(["project", "export", "my-app"] + data).output == text)

    let same = try await Program.run(["project", "diff", path] + data)
    #expect(same.status == 0 && same.output.isEmpty, "\(same.output) \(same.error)")
    let changed = text.replacing("displayName: null", with: "displayName: My app")
    let file = try Self.write(changed, "changed.yaml", in: scratch)
    let line = "projects/my-app/displayName: - → \"My app\"\n"
    let diff = try await Program.run(["project", "diff", file] + data)
    #expect(diff.status == 1 && diff.output == line, "\(diff.output) \(diff.error)")
    let dry = try await Program.run(["project", "apply", file, "--dry-run"] + data)
    #expect(
      dry.status == 0 && dry.output == line + "1 value would change. Nothing was changed.\n", "\(dry.output)")
    #expect(try await Program.run(["project", "diff", file] + data).status == 1)
    let applied = try await Program.run(["project", "apply", file] + data)
    #expect(
      applied.status == 0 && applied.output == line + "1 value changed.\n",
      "\(applied.output) \(applied.error)")
    let input = try await Program.run(["project", "diff", "-"] + data, input: changed)
    #expect(input.status == 0 && input.output.isEmpty, "\(input.output) \(input.error)")
    #expect(try await Program.run(["project", "apply", file] + data).output == "Nothing differs.\n")
  }

  // Fails when the revision is not looked at.
  @Test("a file is refused when a command changed the project since, and applied when that is overwritten")
  func changedMeanwhile() async throws {
    let (scratch, data) = try await Self.installation()
    let text = try await Program.run(["project", "export"] + data).output
    let file = try Self.write(
      text.replacing("displayName: null", with: "displayName: Mine"), "a.yaml", in: scratch)
    #expect(try await Program.run(["project", "add-domain", "my-app", "b.example.com"] + data).status == 0)
    let refused = try await Program.run(["project", "apply", file] + data)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.error.contains("my-app") && refused.error.contains("changed")
        && refused.error.contains("--overwrite-changes"),
      "\(refused.error)")
    let dry = try await Program.run(["project", "apply", file, "--dry-run"] + data)
    #expect(dry.status == 1 && dry.error.contains("my-app"), "a dry run ends as the file does")
    let overwriting = ["project", "apply", file, "--dry-run", "--overwrite-changes"] + data
    #expect(try await Program.run(overwriting).status == 0)
    let diff = try await Program.run(["project", "diff", file] + data)
    #expect(diff.status == 1 && diff.output.contains("authorizedDomains") && diff.error.contains("my-app"))
    let applied = try await Program.run(["project", "apply", file, "--overwrite-changes"] + data)
    #expect(applied.status == 0, "\(applied.error)")
  }

  @Test("a file makes a project where there was no installation, as the documentation shows it")
  func documented() async throws {
    let scratch = try Scratch()
    let path = Repository.url("docs/configuration-as-code.md").path
    let document = try String(contentsOfFile: path, encoding: .utf8)
    let block = try #require(
      document.split(separator: "```yaml\n").dropFirst().first?.split(separator: "```").first)
    let file = try Self.write(String(block), "projects.yaml", in: scratch)
    try FileManager.default.createDirectory(at: scratch.url("secrets"), withIntermediateDirectories: true)
    _ = try Self.write("company secret\n", "secrets/company", in: scratch)
    let environment = ["GOOGLE_COM_CLIENT_SECRET_MY_APP": "google secret"]
    let applied = try await Program.run(
      ["project", "apply", file, "--data", scratch.data], environment: environment)
    #expect(applied.status == 0, "\(applied.error)")
    #expect(!applied.output.contains("google secret") && !applied.output.contains("company secret"))
    let secret = try #require(
      applied.output.firstMatch(of: /projects\/my-app\/webhooks\/crm\/secret: (whsec_[A-Za-z0-9+\/]{43}=)\n/)?
        .1)
    let providers = try await Program.run("provider", "list", "my-app", "--data", scratch.data)
    #expect(providers.output.contains("google.com") && providers.output.contains("oidc.company"))
    let exported = try await Program.run("project", "export", "--data", scratch.data)
    #expect(exported.output.contains("customer-a:") && exported.output.contains("ios:com.example.app"))
    #expect(!exported.output.contains("google secret") && !exported.output.contains("company secret"))
    #expect(exported.output.contains("https://crm.example.com/hook") && !exported.output.contains(secret))
    #expect(
      exported.error.contains("GOOGLE_COM_CLIENT_SECRET_MY_APP"), "the variables that another server needs")
    let diff = try await Program.run(
      ["project", "diff", file, "--data", scratch.data], environment: environment)
    #expect(diff.status == 0, "\(diff.output)")
  }

  // Fails when a member of an export is not applied, and when a new project gets what it has on another server already.
  @Test(
    "what was exported makes an equal project where there was no installation, once its secrets are there")
  func elsewhere() async throws {
    let (scratch, data) = try await Self.installation()
    let commands = [
      ["project", "add-app", "my-app", "--platform", "web"],
      ["project", "set", "my-app", "--email-link", "--signing-algorithm", "ES256"],
      [
        "provider", "set", "my-app", "github.com", "--client-id", "x", "--client-secret-file", "-",
        "--revoke-on-deletion",
      ],
    ]
    for command in commands {
      let outcome = try await Program.run(command + data, input: "github secret\n")
      #expect(outcome.status == 0, "\(command): \(outcome.error)")
    }
    let exported = try await Program.run(["project", "export"] + data).output
    #expect(exported.contains("revokeOnDeletion: true") && !exported.contains("github secret"))
    let file = try Self.write(exported, "projects.yaml", in: scratch)
    let other = ["--data", scratch.url("other").path]
    let refused = try await Program.run(["project", "apply", file] + other)
    #expect(
      refused.status == 1 && refused.error.contains("GITHUB_COM_CLIENT_SECRET_MY_APP"), "\(refused.error)")
    let environment = ["GITHUB_COM_CLIENT_SECRET_MY_APP": "github secret"]
    let applied = try await Program.run(["project", "apply", file] + other, environment: environment)
    #expect(applied.status == 0, "\(applied.error)")
    func settings(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.contains("revision: ") }
    }
    let again = try await Program.run(["project", "export"] + other).output
    #expect(settings(again) == settings(exported), "\(again)")
    let same = try await Program.run(["project", "diff", file] + other, environment: environment)
    #expect(same.status == 0 && same.output.isEmpty, "\(same.output)")
  }

  // Fails when a command knows less of the server than the server's configuration says.
  @Test("a file may have the private hosts and the server's own domain that its configuration allows")
  func configuration() async throws {
    let (scratch, data) = try await Self.installation()
    let configuration = try Self.write(
      """
      publicOrigin: https://auth.example.com
      data: {directory: "\(scratch.data)"}
      functions: {privateHosts: [functions.internal]}
      """, "latchkey.yaml", in: scratch)
    let passkeys = "{rpId: auth.example.com, expectedOrigins: [\"https://auth.example.com\"]}"
    let function = "{functionUri: \"http://functions.internal/f\"}"
    let file = try Self.write(
      """
      version: 1
      projects:
        first: {passkeys: \(passkeys)}
        second:
          passkeys: \(passkeys)
          config: {blockingFunctions: {triggers: {beforeSignIn: \(function)}}}
      """, "projects.yaml", in: scratch)
    let refused = try await Program.run(["project", "apply", file] + data)
    #expect(refused.status == 1 && refused.error.contains("https"), "\(refused.error)")
    let applied = try await Program.run("project", "apply", file, "--config", configuration)
    #expect(applied.status == 0, "\(applied.error)")
    let same = try await Program.run("project", "diff", file, "--config", configuration)
    #expect(same.status == 0 && same.output.isEmpty, "\(same.output) \(same.error)")
  }

  // Fails when the file's mode is not looked at, and when a mistake of a file ends as a difference does.
  @Test(
    "a secret that others can read, a variable that is not set and mistakes are named; a diff ends with 78 then"
  )
  func mistakes() async throws {
    let (scratch, data) = try await Self.installation()
    func file(_ secret: String, _ name: String) throws -> String {
      try Self.write(
        """
        version: 1
        projects:
          my-app:
            providers:
              github.com: {enabled: true, clientId: x, clientSecret: \(secret)}
        """, name, in: scratch)
    }
    _ = try Self.write("open secret\n", "open", in: scratch, mode: 0o644)
    let cases = [
      (try file("{fromFile: open}", "a.yaml"), "read"),
      (try file("{fromFile: missing}", "b.yaml"), "missing"),
      (try file("{fromEnvironment: NOT_SET_ANYWHERE}", "c.yaml"), "NOT_SET_ANYWHERE"),
      (try file("written here", "d.yaml"), "fromEnvironment"),
      (try file("{fromEnvironment: LATCHKEY_MASTER_KEY}", "e.yaml"), "LATCHKEY_"),
      (
        try Self.write("version: 1\nprojects: {my-app: {displayname: x}}\n", "f.yaml", in: scratch),
        "displayname"
      ),
      (try Self.write("version: 1\n\tprojects: x\n", "g.yaml", in: scratch), "line 2"),
      (try Self.write("", "h.yaml", in: scratch), "empty"),
      (scratch.url("nowhere.yaml").path, "cannot be read"),
    ]
    for (path, reason) in cases {
      let diff = try await Program.run(["project", "diff", path] + data)
      #expect(diff.status == 78, "\(path): \(diff.status)")
      #expect(diff.error.contains(reason), "\(diff.error)")
      #expect(!diff.error.contains("open secret") && !diff.error.contains("written here"))
      let applied = try await Program.run(["project", "apply", path, "--overwrite-changes"] + data)
      #expect([1, 78].contains(applied.status) && applied.output.isEmpty, "\(path): \(applied.status)")
    }
    #expect(try await Program.run(["project", "export", "other"] + data).status == 1)
  }
}
