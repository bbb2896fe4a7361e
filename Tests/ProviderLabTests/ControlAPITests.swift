import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("The control API")
struct ControlAPITests {
  @Test("An unknown fault, provider, endpoint, option or person is 400 with the known names")
  func refusals() async throws {
    try await LabHarness.run { lab in
      let fault = try await lab.control(.put, "faults/apple.com", ["fault": "no-such"])
      #expect(fault.status == 400)
      #expect(try fault.json["error"]?["faults"]?.arrayValue?.count == LabFault.allCases.count)
      #expect(try await lab.control(.put, "faults/nobody.example", ["fault": "expired"]).status == 400)
      #expect(
        try await lab.control(.put, "faults/apple.com", ["fault": "expired", "times": 0]).status == 400)
      let endpoint: JSONValue = ["fault": "http-500", "endpoint": "nowhere"]
      #expect(try await lab.control(.put, "faults/apple.com", endpoint).status == 400)
      #expect(try await lab.control(.post, "token/apple.com", ["subject": "x"]).status == 400)
      #expect(try await lab.control(.post, "token/apple.com", ["person": "nobody"]).status == 400)
      #expect(try await lab.control(.post, "token/apple.com", ["lifetime": "long"]).status == 400)
      #expect(try await lab.control(.post, "token/github.com", ["kind": "id"]).status == 400)
      #expect(try await lab.control(.post, "token/google.com", ["kind": "limited"]).status == 400)
      #expect(try await lab.control(.post, "token/google.com", ["fault": "wrong-state"]).status == 400)
      #expect(try await lab.control(.post, "keys/rotate/github.com").status == 400)
      #expect(try await lab.send(.post, "/lab/control/token/apple.com", body: "{").status == 400)
      #expect(try await lab.authorize("oidc", [("lab_fault", "no-such")]).status == 400)
      #expect(try await lab.authorize("oidc", [("lab_person", "nobody")]).status == 400)
    }
  }

  @Test("A token made by hand says what was asked for, the nonce as it is or hashed")
  func mintByOptions() async throws {
    try await LabHarness.run { lab in
      func claims(_ options: JSONValue) async throws -> [String: JSONValue] {
        let answer = try await lab.control(.post, "token/oidc.acme", options).json
        return try UnverifiedJWT(try #require(answer["idToken"]?.stringValue)).claims
      }
      let made = try await claims([
        "sub": "u-1", "email": "a@b.example", "emailVerified": false, "name": "Mary Ann Evans",
        "nonce": "As Is",
        "audience": "my-app", "lifetime": 60, "now": 1_700_000_000,
      ])
      #expect(made["sub"] == "u-1")
      #expect(made["email_verified"] == false)
      #expect(made["family_name"] == "Evans")
      #expect(made["nonce"] == "As Is")
      #expect(made["aud"] == "my-app")
      #expect(made["iat"] == 1_700_000_000)
      #expect(made["exp"] == 1_700_000_060)
      let hashed = try await claims(["rawNonce": "abc"])
      #expect(
        hashed["nonce"] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      let bare = try await claims(["sub": "u-2"])
      #expect(bare["email"] == nil)
    }
  }

  @Test("Each provider's usual kind of token")
  func kinds() async throws {
    try await LabHarness.run { lab in
      for (provider, kind) in [
        ("apple.com", "idToken"), ("google.com", "idToken"), ("oidc.x", "idToken"),
        ("facebook.com", "accessToken"),
        ("github.com", "accessToken"),
      ] {
        #expect(try await lab.control(.post, "token/\(provider)").json[kind] != nil, "\(provider)")
      }
      let limited = try await lab.control(.post, "token/facebook.com", ["kind": "limited", "nonce": "n"]).json
      #expect(UnverifiedJWT.looksLike(limited["idToken"]?.stringValue ?? ""))
    }
  }

  @Test("Requests are remembered with their custom parameters and without secrets")
  func recordedRequests() async throws {
    try await LabHarness.run { lab in
      _ = try await lab.signIn("github.com", [("allow_signup", "false"), ("login", "ada")])
      let all = try await lab.control(.get, "requests?provider=github.com")
      let list = try #require(try all.json["requests"]?.arrayValue)
      #expect(list.map { $0["endpoint"]?.stringValue } == ["authorize", "token"])
      #expect(list[0]["query"]?["allow_signup"] == "false")
      #expect(list[0]["query"]?["login"] == "ada")
      #expect(list[1]["form"]?["client_secret"] == "[removed]")
      #expect(!all.body.contains(ProviderLab.clients.github.secret))
      let overview = try await lab.control(.get, "").json
      #expect(overview["providers"]?["github.com"]?["lastAuthorization"]?["query"]?["login"] == "ada")
      for _ in 0..<120 { _ = try await lab.get("/lab/oidc/jwks") }
      let kept = try await lab.control(.get, "requests").json
      #expect(kept["requests"]?.arrayValue?.count == 100)
      _ = try await lab.control(.post, "reset")
      #expect(try await lab.control(.get, "requests").json["requests"] == [])
    }
  }

  @Test("A set fault is in the overview until it is used up by minting")
  func faultIsCounted() async throws {
    try await LabHarness.run { lab in
      _ = try await lab.control(.put, "faults/apple.com", ["fault": "no-sub", "times": 1])
      let set = try await lab.control(.get, "").json["providers"]?["apple.com"]?["fault"]
      #expect(set == ["fault": "no-sub", "times": 1])
      let met = try UnverifiedJWT(try await lab.lab.mintIDToken(provider: "apple.com"))
      #expect(met.subject == nil)
      let after = try UnverifiedJWT(try await lab.lab.mintIDToken(provider: "apple.com"))
      #expect(after.subject != nil)
    }
  }

  @Test("A body past the limit is refused")
  func bodyLimit() async throws {
    try await LabHarness.run { lab in
      let form = [("x", String(repeating: "a", count: 65 << 10))]
      let answer = try await lab.post("/lab/oidc/token", form)
      #expect(answer.status == 413)
    }
  }
}
