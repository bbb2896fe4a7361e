import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("What an operator limits, refuses and has sent", .serialized, .timeLimit(.minutes(15)))
struct ServeSafeguardTests {
  private typealias Answer = (status: Int, json: JSONValue)

  private static func message(of answer: Answer) -> String {
    answer.json["error"]?["message"]?.stringValue ?? ""
  }

  private static func user(_ name: String, _ password: String) -> JSONValue {
    ["email": .string("\(name)@example.com"), "password": .string(password), "returnSecureToken": true]
  }

  @Test("leaked passwords are refused, wrong ones have fewer tries, and the log goes to the webhook, signed")
  func all() async throws {
    try await WebhookReceiver.run { receiver in
      let scratch = try Scratch()
      try Data("tr0ub4dor&3\n".utf8).write(to: scratch.url("leaked.txt"))
      let filter = scratch.url("leaked.filter").path
      let built = try await Program.run(
        "passwords", "build-filter", scratch.url("leaked.txt").path, "--output", filter)
      #expect(built.status == 0, "\(built.error)")
      let secret = String(repeating: "k", count: 32)
      try Data(secret.utf8).write(to: scratch.url("secret"))
      chmod(scratch.url("secret").path, 0o600)
      let server = try await ServeProcess.start(
        sections: """
          passwords: {filterFile: leaked.filter}
          abuse: {passwords: {tries: 3}}
          audit: {webhook: {url: "\(receiver.url)", secretFile: secret, privateAddresses: true}}
          """, in: scratch)
      let leaked = try await server.call("signUp", Self.user("ann", "tr0ub4dor&3"))
      #expect(leaked.status == 400 && Self.message(of: leaked).hasPrefix("WEAK_PASSWORD"), "\(leaked.json)")
      #expect(try await server.call("signUp", Self.user("ann", "password1")).status == 400)
      #expect(try await server.call("signUp", Self.user("ann", "a good one of mine")).status == 200)
      var answers: [String] = []
      for _ in 0..<4 {
        answers.append(
          Self.message(of: try await server.call("signInWithPassword", Self.user("ann", "wrong"))))
      }
      #expect(answers.prefix(3).allSatisfy { $0.hasPrefix("INVALID_LOGIN_CREDENTIALS") }, "\(answers)")
      #expect(answers.last?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true, "\(answers)")
      let delivery = try #require(await receiver.first { $0.body.contains("account.sign-up") })
      #expect(delivery.header("X-Latchkey-Signature")?.hasPrefix("t=") == true)
      #expect(!delivery.body.contains("a good one of mine"))
      #expect(await server.stop() == 0)
      #expect(!server.log.contains(secret))
    }
  }

  @Test("a filter that is none, and a project that cannot be, are told before the start")
  func mistakes() async throws {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "my-app", "--data", scratch.data).status == 0)
    try Data("no filter".utf8).write(to: scratch.url("leaked.filter"))
    try Data(String(repeating: "k", count: 32).utf8).write(to: scratch.url("secret"))
    chmod(scratch.url("secret").path, 0o600)
    let text = """
      publicOrigin: https://auth.example.com
      data: {directory: data}
      passwords: {filterFile: leaked.filter}
      audit: {webhook: {url: "https://siem.example.com/", secretFile: secret, projects: ["My App"]}}
      """
    try Data(text.utf8).write(to: scratch.url("latchkey.yaml"))
    let file = scratch.url("latchkey.yaml").path
    let checked = try await Program.run("config", "check", "--config", file)
    #expect(checked.status == 78)
    for word in ["passwords.filterFile", "build-filter", "audit.webhook.projects", "My App"] {
      #expect(checked.error.contains(word), "\(word): \(checked.error)")
    }
    #expect(try await Program.run("serve", "--config", file).status == 78)
  }
}
