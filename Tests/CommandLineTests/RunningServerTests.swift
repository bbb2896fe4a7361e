import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Commands beside a running server", .serialized, .timeLimit(.minutes(15)))
struct RunningServerTests {
  @Test(
    "a token of the lab signs in",
    arguments: [
      ("apple.com", "id_token", []), ("google.com", "id_token", []), ("oidc.lab", "id_token", []),
      ("facebook.com", "access_token", []), ("github.com", "access_token", []),
      ("google.com", "access_token", ["--kind", "access"]),
      ("facebook.com", "id_token", ["--kind", "limited", "--raw-nonce", "n0nce"]),
    ] as [(String, String, [String])])
  func labToken(provider: String, kind: String, options: [String]) async throws {
    let server = try await DevServer.start(["--ephemeral"])
    let token = try await Program.run(["lab", "token", provider, "--server", server.base] + options)
    #expect(token.status == 0 && token.error.isEmpty)
    let text = token.output.trimmingCharacters(in: .newlines)
    #expect(!text.isEmpty && !text.contains(where: \.isWhitespace))
    let nonce = options.contains("--raw-nonce") ? "n0nce" : nil
    let answer = try await server.signIn(provider, kind, text, nonce: nonce)
    #expect(answer.status == 200, "\(answer.json)")
    #expect(answer.json["providerId"]?.stringValue == provider)
    #expect(answer.json["isNewUser"] == true)
    #expect(await server.stop() == 0)
  }

  @Test("the person and the faults of a lab token are as asked for")
  func labTokenOptions() async throws {
    let server = try await DevServer.start(["--ephemeral"])
    let person = try await Program.run(
      "lab", "token", "google.com", "--sub", "42", "--email", "eve@example.net", "--no-email-verified",
      "--name", "Eve Example", "--server", server.base)
    let answer = try await server.signIn(
      "google.com", "id_token", person.output.trimmingCharacters(in: .newlines))
    #expect(answer.json["email"] == "eve@example.net")
    #expect(answer.json["displayName"] == "Eve Example")
    #expect(answer.json["federatedId"]?.stringValue?.hasSuffix("42") == true)
    let wrong = try await Program.run(
      "lab", "token", "apple.com", "--fault", "wrong-audience", "--server", server.base)
    let refused = try await server.signIn(
      "apple.com", "id_token", wrong.output.trimmingCharacters(in: .newlines))
    #expect(refused.status == 400)
    #expect(refused.json["error"]?["message"]?.stringValue?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    let nobody = try await Program.run(
      "lab", "token", "apple.com", "--person", "nemo", "--server", server.base)
    #expect(nobody.status == 1)
    #expect(nobody.error == "latchkey: There is nobody called \"nemo\".\n")
    #expect(await server.stop() == 0)
  }

  @Test("without a server, on another machine or for an unknown fault there is no token")
  func noToken() async throws {
    let port = try TestServer.freePort()
    let none = try await Program.run("lab", "token", "apple.com", "--server", "http://127.0.0.1:\(port)")
    #expect(none.status == 69)
    #expect(none.output.isEmpty)
    #expect(none.error.hasPrefix("latchkey: No server answers at http://127.0.0.1:\(port)/lab/."))
    for address in ["http://example.com", "https://127.0.0.1", "file:///etc", "http://127.0.0.1@example.com"]
    {
      let elsewhere = try await Program.run("lab", "token", "apple.com", "--server", address)
      #expect(elsewhere.status == 64, "\(address)")
    }
    let fault = try await Program.run("lab", "token", "apple.com", "--fault", "gremlins")
    #expect(fault.status == 64)
    let faults = try await Program.run("lab", "faults")
    #expect(faults.status == 0)
    #expect(faults.output.contains("wrong-nonce") && faults.output.contains("broken-json"))
  }

  @Test("a running server publishes and uses a key that was rotated in")
  func rotation() async throws {
    let scratch = try Scratch()
    let server = try await DevServer.start(["--data", scratch.data])
    let old = try await server.post("signUp", ["returnSecureToken": true])
    let rotated = try await Program.run("keys", "rotate", "--immediate", "--data", scratch.data)
    #expect(rotated.status == 0)
    let keyID = try #require(rotated.output.firstMatch(of: /Created the key ([0-9a-f]{40})\./)?.1)
    let isPublished = try await eventually {
      let keys = try await server.get("/.well-known/jwks.json").json["keys"]?.arrayValue ?? []
      return keys.count == 2 && keys.contains { $0["kid"]?.stringValue == String(keyID) }
    }
    #expect(isPublished)
    let token = try await server.post("signUp", ["returnSecureToken": true]).json["idToken"]?.stringValue
    #expect(try UnverifiedHeader(token).keyID == String(keyID))
    let stillValid = try await server.post("lookup", ["idToken": try #require(old.json["idToken"])])
    #expect(stillValid.status == 200)
    let list = try await Program.run("keys", "list", "--data", scratch.data)
    #expect(try list.output.contains(Regex("\(keyID) +RS256 +signs")))
    #expect(list.output.contains(/[0-9a-f]{40} +RS256 +verifies/))

    let compromised = try await Program.run(
      "keys", "rotate", "--compromised", "--yes", "--data", scratch.data)
    #expect(compromised.status == 0)
    let isWithdrawn = try await eventually {
      _ = try await server.get("/.well-known/jwks.json")
      return try await server.post("lookup", ["idToken": try #require(old.json["idToken"])]).status == 400
    }
    #expect(isWithdrawn)
    #expect(await server.stop() == 0)
  }

  @Test("a running server refuses a provider that was disabled")
  func disabledProvider() async throws {
    let scratch = try Scratch()
    let server = try await DevServer.start(["--data", scratch.data])
    let disabled = try await Program.run(
      "provider", "disable", "latchkey-dev", "apple.com", "--data", scratch.data)
    #expect(disabled.status == 0)
    let isRefused = try await eventually {
      let token = try await Program.run("lab", "token", "apple.com", "--server", server.base)
      let answer = try await server.signIn(
        "apple.com", "id_token", token.output.trimmingCharacters(in: .newlines))
      return answer.json["error"]?["message"]?.stringValue?.hasPrefix("OPERATION_NOT_ALLOWED") == true
    }
    #expect(isRefused)
    #expect(await server.stop() == 0)
    // Neither does the next start enable it again.
    let again = try await DevServer.start(["--data", scratch.data])
    let list = try await Program.run("provider", "list", "latchkey-dev", "--data", scratch.data)
    #expect(list.output.contains(/apple\.com +disabled/))
    #expect(await again.stop() == 0)
  }

  /// Another process notices a change within seconds; there is nothing to wait for but its answer.
  private func eventually(_ isTrue: () async throws -> Bool) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      if try await isTrue() { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }
}

/// The `kid` of a token.
private struct UnverifiedHeader {
  let keyID: String?

  init(_ token: String?) throws {
    let part = token?.split(separator: ".").first.map(String.init) ?? ""
    let bytes = Base64URL.decode(part) ?? []
    keyID = try JSONParser(maximumDepth: 4).parse(Data(bytes))["kid"]?.stringValue
  }
}
