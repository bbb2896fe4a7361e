import Foundation
import IdentityWire
import LatchkeyVerifier
import TestSupport
import Testing

@Suite("IDTokenVerifier refuses")
struct IDTokenRefusalTests {
  // Fails when `exp` is not looked at, or is given leeway.
  @Test("a token from the second at which it expires")
  func expired() async throws {
    try await TestServer.runAtFixedTime { server in
      let verifier = try server.verifier()
      let token = try await server.signUp("ann@example.com").idToken
      server.clock.advance(seconds: 3599)
      _ = try await verifier.verify(token)
      server.clock.advance(seconds: 1)
      await expectRefused(verifier, token, .expired)
    }
  }

  // Fails when `iss` and `aud` are not compared: the two projects have one server and so one set of
  // keys.
  @Test("a token of another project of the same server")
  func otherProject() async throws {
    try await TestServer.run { server in
      let other = try await server.addProject("other-project", providersOf: server)
      let token = try await server.signUp("ann@example.com").idToken
      await expectRefused(try server.verifier(project: other.id.rawValue), token, .wrongIssuer)
      await expectRefused(try server.verifier(project: "exampl"), token, .wrongIssuer)
      _ = try await server.verifier().verify(token)
    }
  }

  // Fails when the signature is not compared (for all but a few letters of the header).
  @Test("a token of which any letter was changed, and every beginning of one")
  func changed() async throws {
    try await TestServer.runAtFixedTime { server in
      let verifier = try server.verifier()
      let token = try await server.signUp("ann@example.com").idToken
      _ = try await verifier.verify(token)
      let letters = Array(token.utf8)
      for index in letters.indices {
        var changed = letters
        changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        await #expect(throws: IDTokenError.self, "letter \(index)") {
          try await verifier.verify(String(decoding: changed, as: UTF8.self))
        }
        await #expect(throws: IDTokenError.self, "beginning of \(index)") {
          try await verifier.verify(String(decoding: letters[..<index], as: UTF8.self))
        }
      }
      for text in [token + ".", token + "=", " " + token, token + "\n", token + ".\(token)"] {
        await expectRefused(verifier, text, .malformed(.form))
      }
      await expectRefused(verifier, String(repeating: "a", count: 16_385), .malformed(.size))
    }
  }

  // Fails when UnverifiedJWT takes text that is not stream-safe (the token is refused for its signature then, and the
  // keys are fetched), in a header and in claims (each alone).
  @Test("a token with text that is costly to compare, before anything of it is compared")
  func costlyText() async throws {
    try await TestServer.runAtFixedTime { server in
      let transport = CountingTransport()
      let verifier = try server.verifier { $0.transport = transport }
      let token = try await server.signUp("ann@example.com").idToken
      let marks = "a" + String(repeating: "\u{301}\u{316}", count: 1_500)
      let escaped = "a" + String(repeating: #"\u0301\u0316"#, count: 500)
      let parts = token.split(separator: ".").map(String.init)
      for text in [marks, escaped] {
        for json in [
          #"{"alg":"RS256","kid":"\#(text)"}"#, #"{"alg":"\#(text)","kid":"a"}"#, #"{"\#(text)":1}"#,
          #"{"aud":["\#(text)"]}"#, #"{"firebase":{"tenant":"\#(text)"}}"#,
        ] {
          let part = Base64URL.encode(json.utf8)
          for forged in ["\(part).\(parts[1]).\(parts[2])", "\(parts[0]).\(part).\(parts[2])"] {
            await expectRefused(verifier, forged, .malformed(.form), json.prefix(utf8Bytes: 40))
          }
        }
      }
      #expect(transport.count == 0)
      _ = try await verifier.verify(token)
    }
  }

  // Fails when the algorithm is the header's to choose and the signature of `none` counts, when `crit`
  // or `typ` is not looked at, or when the signature is not compared (each alone).
  @Test("an algorithm or header that is not the key's")
  func algorithms() async throws {
    try await TestServer.runAtFixedTime { server in
      let verifier = try server.verifier()
      let token = try await server.signUp("ann@example.com").idToken
      let published = try await server.publishedKey()
      let modulus = try #require(published["n"]?.stringValue)
      let key = try server.service.keyRing.activeKey(now: server.clock.now())
      let empty: Signature = { _ in [] }
      for name in ["none", "None", "NONE", "", "HS256", "HS512", "RS512", "RS384", "PS256", "ES256", "rs256"]
      {
        let header: [String: JSONValue?] = ["alg": .string(name)]
        for sign in [nil, empty, hmac([]), hmac(Array(modulus.utf8)), hmac(Array(key.certificatePEM.utf8))] {
          await expectRefused(
            verifier, try server.forge(token, header: header, sign: sign), .wrongAlgorithm, name)
        }
      }
      for header: [String: JSONValue?] in [
        ["alg": nil], ["alg": ["RS256"]], ["alg": 1], ["crit": ["exp"]], ["crit": []],
        ["crit": nil as JSONValue],
        ["crit": ["b64"], "b64": false],
      ] {
        await expectRefused(verifier, try server.forge(token, header: header), .wrongAlgorithm, "\(header)")
      }
      for header: [String: JSONValue?] in [
        ["kid": nil], ["kid": ""], ["kid": 0], ["kid": [""]], ["typ": "at+jwt"], ["typ": ["JWT"]],
        ["kid": .string(String(repeating: "k", count: 129))],
      ] {
        await expectRefused(
          verifier, try server.forge(token, header: header), .malformed(.header), "\(header)")
      }
      let secrets = [
        [], Array(modulus.utf8), Base64URL.decode(modulus) ?? [], Array(key.certificatePEM.utf8),
      ]
      for sign in [empty, { _ in .init(repeating: 0, count: 256) }] + secrets.map(hmac) {
        await expectRefused(verifier, try server.forge(token, sign: sign), .wrongSignature)
      }
      _ = try await verifier.verify(try server.forge(token, header: ["typ": nil]))
    }
  }

  // Fails when keys are taken from the header: `jwk`, or the set that `jku` names.
  @Test("a stranger's key that the header brings along or points to")
  func strangersKeys() async throws {
    try await TestServer.runAtFixedTime { server in
      // Another server is a stranger with a key of its own, and publishes it.
      try await TestServer.runAtFixedTime { stranger in
        let verifier = try server.verifier()
        let token = try await server.signUp("ann@example.com").idToken
        let jwk = try await stranger.publishedKey()
        let sign = try stranger.ownSignature()
        let names: [String: JSONValue?] = [
          "jwk": .object(jwk), "jku": .string("\(stranger.origin)/.well-known/jwks.json"),
        ]
        await expectRefused(verifier, try server.forge(token, header: names, sign: sign), .wrongSignature)
        var strangersNames = names
        strangersNames["kid"] = jwk["kid"]
        await expectRefused(
          verifier, try server.forge(token, header: strangersNames, sign: sign), .unknownKey)
        // The same project name at another server.
        await expectRefused(verifier, try await stranger.signUp("ann@example.com").idToken, .unknownKey)
      }
    }
  }

  // Fails when the claim in question is not looked at, or `aud` is searched instead of compared (each
  // alone).
  @Test("rightly signed claims that are not those of an ID token of the project")
  func claims() async throws {
    try await TestServer.runAtFixedTime { server in
      let verifier = try server.verifier()
      let token = try await server.signUp("ann@example.com").idToken
      let now = server.clock.now().seconds
      let issuer = "https://securetoken.google.com/example"
      let firebase = try UnverifiedJWT(token).claims["firebase"]?.objectValue ?? [:]
      func facts(_ name: String, _ value: JSONValue?) -> [String: JSONValue?] {
        var changed = firebase
        changed[name] = value
        return ["firebase": .object(changed)]
      }
      let cases: [(IDTokenError, [[String: JSONValue?]])] = [
        (
          .wrongIssuer,
          [
            ["iss": nil], ["iss": ""], ["iss": .string(issuer + "/")], ["iss": .string(issuer + "2")],
            ["iss": [.string(issuer)]], ["iss": "https://session.firebase.google.com/example"],
            ["iss": "https://securetoken.google.com/"], ["iss": nil as JSONValue],
          ]
        ),
        (
          .wrongAudience,
          [
            ["aud": nil], ["aud": ""], ["aud": "exampl"], ["aud": "example2"], ["aud": "an-example"],
            ["aud": ["example"]], ["aud": ["example", "other"]], ["aud": []], ["aud": "EXAMPLE"],
            ["aud": "https://hook.example.com"], ["aud": nil as JSONValue],
          ]
        ),
        (
          .malformed(.subject),
          [
            ["sub": nil], ["sub": "", "user_id": ""], ["sub": 4711, "user_id": 4711], ["sub": "another"],
            ["user_id": "another"],
            [
              "sub": .string(String(repeating: "u", count: 129)),
              "user_id": .string(String(repeating: "u", count: 129)),
            ],
          ]
        ),
        (
          .malformed(.times),
          ["iat", "exp", "auth_time"].flatMap { name -> [[String: JSONValue?]] in
            [[name: nil], [name: .string("\(now)")], [name: -1], [name: 1.5], [name: 1e300], [name: true]]
          }
        ),
        (.expired, [["exp": .integer(now)], ["exp": .integer(now - 1)], ["exp": 0]]),
        (
          .issuedInFuture,
          [["iat": .integer(now + 61)], ["auth_time": .integer(now + 61)], ["iat": .integer(now + 3000)]]
        ),
        (
          .malformed(.signIn),
          [
            ["firebase": nil], ["firebase": []], facts("sign_in_provider", nil),
            facts("sign_in_provider", ""),
          ]
        ),
        (.malformed(.tenant), [facts("tenant", ""), facts("tenant", 1), facts("tenant", .null)]),
        (.wrongTenant, [facts("tenant", "team-one")]),
      ]
      for (error, changes) in cases {
        for change in changes {
          await expectRefused(verifier, try server.forge(token, change), error, "\(change)")
        }
      }
      for change: [String: JSONValue?] in [
        ["iat": .integer(now + 60)], ["auth_time": .integer(now + 60)], ["exp": .integer(now + 1)],
        ["user_id": nil],
        ["sub": .string(String(repeating: "u", count: 128)), "user_id": nil],
      ] {
        _ = try await verifier.verify(try server.forge(token, change))
      }
    }
  }

  // Fails when `iss` and `typ` are not looked at.
  @Test("everything else that the server signs")
  func otherKinds() async throws {
    try await TestServer.run { server in
      let verifier = try server.verifier { $0.tenants = .any }
      let ann = try await server.signUp("ann@example.com")
      let account = try await server.addServiceAccount()
      await expectRefused(verifier, try await server.sessionCookie(ann.idToken), .wrongIssuer)
      await expectRefused(verifier, try await server.accessToken(of: account), .malformed(.header))
      await expectRefused(verifier, try server.customToken(of: account), .unknownKey)
      await expectRefused(verifier, ann.refreshToken, .malformed(.form))
      await expectRefused(
        verifier, try await server.labToken("google.com", ["email": "a@gmail.com"]), .unknownKey)
      try await FunctionServer.run { functions in
        try await server.setFunctions(functions)
        _ = try await server.signUp("eve@example.com")
        let message = try #require(functions.messages("beforeCreate").first)
        await #expect(throws: IDTokenError.wrongAudience) { try await verifier.verify(message) }
      }
    }
  }

  @Test("without a word of the token or the credential in its reason")
  func reasons() async throws {
    try await TestServer.run { server in
      let verifier = try server.verifier { $0.credential = .apiKey("very-secret-key") }
      let token = try await server.signUp("ann@example.com").idToken
      let forged = try server.forge(token, ["aud": "mallory"], header: [:])
      do {
        _ = try await verifier.verify(forged)
        Issue.record("accepted")
      } catch {
        #expect("\(error) \(String(reflecting: error))".contains("mallory") == false)
      }
      for text in ["\(verifier)", String(reflecting: verifier)] { #expect(!text.contains("very-secret-key")) }
      let credential = LookupCredential.apiKey("very-secret-key")
      var dumped = ""
      dump(credential, to: &dumped)
      #expect(!"\(credential) \(String(reflecting: credential)) \(dumped)".contains("very-secret"))
    }
  }
}
