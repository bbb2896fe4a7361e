import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("T20: secrets in project files, and in what is said of them", .fewAtOnce)
struct T20ProjectFileTests {
  // Fails when a configuration is written as the API shows it, and when a key of the project's is among its settings.
  @Test("no secret and no key stands in an export, and its revision does not give a secret away")
  func export() async throws {
    try await TestServer.run { server in
      let project = try await server.project()
      var known: [String] = []
      for settings in project.providers {
        let secrets = try server.backend.projects.secrets(of: settings, in: Scope(project: project.id))
        known += [secrets.clientSecret, secrets.privateKey].compactMap { $0?.reveal() }.filter { !$0.isEmpty }
      }
      #expect(known.count > 5)
      let made = try await server.backend.webhooks.create("https://example.com/", in: project.id)
      known.append(made.secret.reveal())
      let (file, _) = try await server.backend.administration.exportProjectFile()
      let text = ProjectFile.text(of: file)
      for secret in known {
        #expect(!text.contains(secret))
        #expect(secret.split(separator: "\n").dropFirst().dropLast().allSatisfy { !text.contains($0) })
      }
      let names = [
        "signerKey", "serviceAccounts", "administratorTokens", "sealed", "samlKeys", "BEGIN PRIVATE",
      ]
      for name in names { #expect(!text.contains(name), "\(name)") }
    }
  }

  // Fails when a mistake repeats what stands in its place, and when a difference shows what it compares.
  @Test("a secret that was written into a file by mistake, or changes, is not repeated")
  func mistakes() async throws {
    try await TestServer.run { server in
      for (path, secret) in [
        ("providers/github.com/clientSecret", "ghs-top-secret" as JSONValue),
        ("providers/github.com/clientSecret", ["value": "ghs-top-secret"]),
        ("providers/github.com/clientSecret", ["fromEnvironment": "ghs-top-secret"]),
        ("captcha/secret", "ghs-top-secret"), ("mailServer/password", "ghs-top-secret"),
        ("smsGateway/secret", "ghs-top-secret"),
        ("providers/apple.com/appleSignInConfig/codeFlowConfig/privateKey", "ghs-top-secret"),
        ("webhooks/crm", ["url": "https://example.com/", "secret": "ghs-top-secret"]),
        ("webhooks/crm", ["url": "https://example.com/", "secret": ["fromEnvironment": "ghs-top-secret"]]),
      ] {
        let file = try await server.exported().replacing(path, with: secret)
        let error = await #expect(throws: IdentityError.self) { try await server.apply(file) }
        #expect(error?.detail?.contains(path) == true, "\(String(describing: error))")
        #expect(!String(describing: error).contains("ghs-top-secret"), "\(path)")
      }
      let file = try await server.exported()
        .replacing("providers/github.com/clientSecret", with: ["fromEnvironment": "NEW"])
      let plan = try await server.apply(file, variables: ["NEW": "ghs-top-secret"])
      #expect(
        plan.differences.map(\.text) == [
          "projects/example/providers/github.com/clientSecret: the secret changes"
        ])
      #expect(!(plan.differences.map { "\($0)" } + plan.notes).joined().contains("ghs-top-secret"))
      let refused = await #expect(throws: IdentityError.self) {
        try await server.apply(
          ["webhooks": ["crm": ["url": "https://example.com/", "secret": ["fromEnvironment": "NEW"]]]],
          overwrites: true, variables: ["NEW": "ghs-top-secret"])
      }
      #expect(!String(describing: refused).contains("ghs-top-secret"))
      let made = try await server.apply(
        ["webhooks": ["crm": ["url": "https://example.com/"]]], overwrites: true)
      let secret = try #require(made.newSecrets.first).secret.reveal()
      #expect(!"\(made)".contains(secret) && !server.log.text.contains(secret))
      #expect(try await !server.auditText().contains(secret))
      #expect(!server.log.text.contains("ghs-top-secret"))
      #expect(try await !server.auditText().contains("ghs-top-secret"))
    }
  }

  // Fails without the look at the master keys: a provider is sent its secret, and the file says where the provider is.
  @Test("the master key is no provider's secret, wherever it is taken from", arguments: ["", "\n"])
  func masterKey(ending: String) async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      try await TestServer.run(options) { server in
        let key = try String(contentsOfFile: directory.masterKeyPath, encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)
        let file = try await server.exported()
          .replacing("providers/github.com/clientSecret", with: ["fromEnvironment": "KEY"])
        let error = await #expect(throws: IdentityError.self) {
          try await server.apply(file, variables: ["KEY": key + ending])
        }
        #expect(error?.detail?.contains("master key") == true, "\(String(describing: error))")
        let other = Data(repeating: 7, count: 32).base64EncodedString()
        try await server.apply(file, variables: ["KEY": other])
      }
    }
  }

  // Fails without the check of names.
  @Test("the server's own variables, the master key among them, are no provider's secret")
  func environment() async throws {
    try await TestServer.run { server in
      for name in ["LATCHKEY_MASTER_KEY", "latchkey_master_key", "LATCHKEY_MAIL_PASSWORD", "A=B", ""] {
        let file = try await server.exported()
          .replacing("providers/github.com/clientSecret", with: ["fromEnvironment": .string(name)])
        await #expect(throws: IdentityError.self, "\(name)") {
          try await server.apply(file, variables: [name: "the master key"])
        }
      }
    }
  }
}
