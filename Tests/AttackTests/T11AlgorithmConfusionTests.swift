import Crypto
import Foundation
import IdentityWire
import TestSupport
import Testing
import Tokens

@testable import ProviderLab

@Suite("T11: JWT algorithm confusion", .fewAtOnce)
struct T11AlgorithmConfusionTests {
  /// A header that lies, and what signs: nil is the right key.
  private struct Forgery {
    let name: String
    let header: [String: JSONValue?]
    var sign: ForgerySignature?
  }

  private static func hmac(_ secret: some DataProtocol) -> ForgerySignature {
    let key = SymmetricKey(data: Data(secret))
    return { Array(HMAC<SHA256>.authenticationCode(for: $0, using: key)) }
  }

  /// - Parameters:
  ///   - publicForms: of the key, as an attacker finds it published.
  ///   - ours: a signature by the right key.
  private static func forgeries(publicForms: [(String, [UInt8])], stranger: LabKey) throws -> [Forgery] {
    let strangersSignature: ForgerySignature = { try TestServer.sign($0, with: stranger) }
    let jwk = try stranger.jwk()
    var list = [
      Forgery(name: "none without a signature", header: ["alg": "none"], sign: { _ in [] }),
      Forgery(name: "none with the right signature", header: ["alg": "none"]),
      Forgery(name: "None", header: ["alg": "None"], sign: { _ in [] }),
      Forgery(name: "NONE", header: ["alg": "NONE"], sign: { _ in [] }),
      Forgery(name: "empty algorithm", header: ["alg": ""], sign: { _ in [] }),
      Forgery(name: "no algorithm", header: ["alg": nil], sign: { _ in [] }),
      Forgery(name: "RS256 without a signature", header: [:], sign: { _ in [] }),
      Forgery(
        name: "RS256 with a signature of zeros", header: [:], sign: { _ in .init(repeating: 0, count: 256) }),
      Forgery(name: "RS512 for RS256", header: ["alg": "RS512"]),
      Forgery(name: "PS256 for RS256", header: ["alg": "PS256"]),
      Forgery(name: "ES256 for RS256", header: ["alg": "ES256"]),
      Forgery(name: "HS256 with an empty secret", header: ["alg": "HS256"], sign: hmac([UInt8]())),
      Forgery(name: "unknown crit", header: ["crit": ["exp"]]),
      Forgery(name: "crit with its extension", header: ["crit": ["b64"], "b64": true]),
      Forgery(name: "embedded jwk", header: ["jwk": jwk], sign: strangersSignature),
      Forgery(
        name: "embedded jwk under its kid", header: ["jwk": jwk, "kid": .string(stranger.id)],
        sign: strangersSignature),
      Forgery(
        name: "jku", header: ["jku": "http://127.0.0.1:1/keys", "kid": .string(stranger.id)],
        sign: strangersSignature),
      Forgery(name: "x5u", header: ["x5u": "http://127.0.0.1:1/keys"], sign: strangersSignature),
      Forgery(name: "x5c", header: ["x5c": ["AAAA"]], sign: strangersSignature),
      Forgery(name: "wrong kid", header: ["kid": .string(stranger.id)]),
      Forgery(
        name: "stranger's key under its kid", header: ["kid": .string(stranger.id)], sign: strangersSignature),
      Forgery(name: "stranger's key under the right kid", header: [:], sign: strangersSignature),
      Forgery(name: "no kid", header: ["kid": nil]), Forgery(name: "empty kid", header: ["kid": ""]),
      Forgery(name: "kid as a path", header: ["kid": "../../../../dev/null"], sign: hmac([UInt8]())),
      Forgery(name: "kid as SQL", header: ["kid": "' OR 1=1 --"]),
      Forgery(name: "kid as a URL", header: ["kid": "http://127.0.0.1:1/key"]),
      Forgery(name: "kid as a number", header: ["kid": 0]),
      Forgery(name: "kid as a list", header: ["kid": [""]]),
      Forgery(name: "another type", header: ["typ": "at+jwt"]),
    ]
    for (name, bytes) in publicForms {
      list.append(Forgery(name: "HS256 with \(name)", header: ["alg": "HS256"], sign: hmac(bytes)))
      list.append(Forgery(name: "HMAC with \(name) under RS256's name", header: [:], sign: hmac(bytes)))
    }
    return list
  }

  // Fails when IDTokenVerification lets `alg` differ from the key's, does not look at `crit`, takes any published
  // key for the one of the `kid`, or does not compare the signature (each alone).
  @Test("a provider's token is verified as its key says", arguments: [false, true])
  func providerTokens(acceptsUnsigned: Bool) async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = acceptsUnsigned
    try await TestServer.run(options) { server in
      try await eachCase(of: IDTokenProvider.all) { provider in
        let before = try await server.accounts()
        let key = try server.labKey(provider)
        let jwk = try key.jwk()
        let publicKey = key.privateKey.publicKey
        let forms: [(String, [UInt8])] = [
          ("the PEM", Array(publicKey.pemRepresentation.utf8)),
          ("the DER", Array(publicKey.derRepresentation)),
          ("the modulus", Base64URL.decode(jwk["n"]?.stringValue ?? "") ?? []),
          ("the modulus as text", Array((jwk["n"]?.stringValue ?? "").utf8)),
          ("the JWK", Array(JSONWriter.text(jwk).utf8)), ("the kid", Array(key.id.utf8)),
        ]
        var forgeries = try Self.forgeries(publicForms: forms, stranger: .generate())
        let other = try server.labKey(provider.id == "google.com" ? .apple : .google)
        forgeries.append(
          Forgery(name: "another provider's key", header: ["kid": .string(other.id)]) {
            try TestServer.sign($0, with: other)
          })
        // What nobody signed is the development server's to accept, when it was told to.
        for forgery in forgeries where !(acceptsUnsigned && forgery.header["alg"] == .some("none")) {
          let token = try server.forge(provider, header: forgery.header, sign: forgery.sign)
          expectRefused(try await server.signIn(provider, token), "INVALID_IDP_RESPONSE", forgery.name)
        }
        #expect(try await server.accounts() == before)
        _ = try TestSession(await server.signIn(provider, try server.forge(provider)))
      }
    }
  }

  // Fails when the client's own secret signs wherever a token says HS256, and when a published key does (each alone).
  @Test("a client's secret signs for LINE alone, and nothing else signs in its place")
  func clientSecret() async throws {
    try await TestServer.run { server in
      try await eachCase(of: IDTokenProvider.all) { provider in
        let secret = ProviderLab.clients.secret(of: provider.audience, at: provider.lab) ?? ""
        let key = try server.labKey(provider)
        for kid in [nil, .string(key.id)] as [JSONValue?] {
          func token(_ algorithm: String, _ text: String) throws -> String {
            try server.forge(
              provider, header: ["alg": .string(algorithm), "kid": kid], sign: Self.hmac(Data(text.utf8)))
          }
          let forgeries = [
            ("HS256", ""), ("HS256", String(secret.dropLast())), ("HS256", secret + "\0x"),
            ("HS256", secret.uppercased()), ("HS256", key.privateKey.publicKey.pemRepresentation),
            ("HS384", secret), ("HS512", secret), ("RS256", secret), ("ES256", secret), ("none", secret),
            ("hs256", secret),
          ]
          for (algorithm, text) in forgeries {
            expectRefused(
              try await server.signIn(provider, try token(algorithm, text)), "INVALID_IDP_RESPONSE", algorithm
            )
          }
          let bySecret = try await server.signIn(provider, try token("HS256", secret))
          if provider.id == "oidc.line" {
            _ = try TestSession(bySecret)
          } else {
            expectRefused(bySecret, "INVALID_IDP_RESPONSE", "the secret")
          }
        }
      }
    }
  }

  // Fails when signInWithIdp takes unsigned credentials although nobody allowed it.
  @Test("unsigned credentials are refused unless the server was told to accept them")
  func unsigned() async throws {
    @Sendable func credentials(
      _ provider: IDTokenProvider, _ server: TestServer
    ) throws -> [(name: String, value: String)] {
      let token = try server.forge(provider, ["nonce": nil], header: ["alg": "none"], sign: { _ in [] })
      return [
        ("id_token", token), ("id_token", String(token.dropLast())),
        ("id_token", #"{"sub":"4711","email":"victim@gmail.com","email_verified":true}"#),
        ("access_token", #"{"sub":"4711"}"#), ("SAMLResponse", #"{"assertion":{"subject":{"nameId":"a"}}}"#),
      ]
    }
    try await TestServer.run { server in
      try await eachCase(of: IDTokenProvider.all) { provider in
        for credential in try credentials(provider, server) {
          expectRefused(
            try await server.signInWithIdp([("providerId", provider.id), credential]), nil, credential.name)
        }
        #expect(try await server.accounts().isEmpty)
      }
    }
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      try await eachCase(of: IDTokenProvider.all) { provider in
        for credential in try credentials(provider, server).dropLast() {
          _ = try TestSession(await server.signInWithIdp([("providerId", provider.id), credential]))
        }
        // The next provider's user has the same address.
        for account in try await server.accounts() {
          _ = try await server.administer("accounts:delete", ["localId": .string(account.id.rawValue)])
        }
      }
    }
  }

  // Fails when IssuedTokenVerifier does not compare the algorithm and the signature, or JOSEHeader lets unknown
  // members pass (each alone).
  @Test("our own ID tokens are verified as our key says", arguments: [false, true])
  func ownTokens(unsigned: Bool) async throws {
    var options = TestServer.Options()
    options.unsignedTokens = unsigned
    try await TestServer.run(options) { server in
      let user = try await server.signUp("ann@example.com", "a password")
      let key = try server.service.keyRing.activeKey(now: server.clock.now())
      let signed = try Self.signed(try UnverifiedJWT(user.idToken).claims, with: key)
      let good = try UnverifiedJWT(signed)
      let modulus = Base64URL.decode(key.publicMember("n") ?? "") ?? []
      let forms: [(String, [UInt8])] = [
        ("the certificate", Array(key.certificatePEM.utf8)), ("the modulus", modulus),
        ("the modulus as text", Array((key.publicMember("n") ?? "").utf8)),
        ("the kid", Array(key.keyID.utf8)),
      ]
      let before = try await server.accounts()
      let google = try server.labKey(.google)
      var forgeries = try Self.forgeries(publicForms: forms, stranger: .generate())
      forgeries.append(Forgery(name: "no type", header: ["typ": nil]))
      forgeries.append(
        Forgery(name: "a provider's key", header: ["kid": .string(google.id)]) {
          try TestServer.sign($0, with: google)
        })
      for forgery in forgeries {
        var header = good.header
        for (name, value) in forgery.header { header[name] = value }
        let input = [header, good.claims].map { Base64URL.encode(JSONWriter.text(.object($0)).utf8) }
          .joined(separator: ".")
        let bytes = Array(input.utf8)
        let signature = try forgery.sign?(bytes) ?? LibcryptoSigner.signature(of: bytes, with: key)
        let token = JSONValue.string("\(input).\(Base64URL.encode(signature))")
        for operation in ["lookup", "update", "delete"] {
          expectRefused(
            try await server.call("accounts:\(operation)", ["idToken": token, "displayName": "changed"]),
            "INVALID_ID_TOKEN", "\(forgery.name), \(operation)")
        }
      }
      #expect(try await server.accounts() == before)
      for token in [signed, user.idToken] {
        #expect(try await server.call("accounts:lookup", ["idToken": .string(token)]).status == 200)
      }
    }
  }

  private static func signed(_ claims: [String: JSONValue], with key: SigningKey) throws -> String {
    let header: [String: JSONValue] = ["alg": "RS256", "kid": .string(key.keyID), "typ": "JWT"]
    let input = [header, claims].map { Base64URL.encode(JSONWriter.text(.object($0)).utf8) }
      .joined(separator: ".")
    return "\(input).\(Base64URL.encode(try LibcryptoSigner.signature(of: Array(input.utf8), with: key)))"
  }

  // Fails when UnsignedTokens takes a signature, a member that it does not write or another type, or when the
  // verifier of a server that signs looks for tokens without a signature (each alone).
  @Test(
    "an ID token without a signature is taken as this server writes it, where it writes such",
    arguments: [false, true])
  func unsignedTokens(unsigned: Bool) async throws {
    var options = TestServer.Options()
    options.unsignedTokens = unsigned
    try await TestServer.run(options) { server in
      let user = try await server.signUp("ann@example.com", "a password")
      let claims = try UnverifiedJWT(user.idToken).claims
      let key = try server.service.keyRing.activeKey(now: server.clock.now())
      let before = try await server.accounts()
      let plain: [String: JSONValue] = ["alg": "none", "typ": "JWT"]
      var forgeries = [
        "none ", "None", "NONE", "nOnE", "", "HS256", "RS256", "ES256", "EdDSA",
      ].map { (name: $0, token: unsignedToken(claims, header: plain.merging(["alg": .string($0)]) { $1 })) }
      for (name, value) in [
        ("kid", .string(key.keyID)), ("kid", ""), ("crit", ["exp"]), ("jwk", [:]),
        ("jku", "http://127.0.0.1:1"),
        ("x5c", []), ("b64", false), ("typ", "at+jwt"), ("typ", ""), ("zip", "DEF"),
      ] as [(String, JSONValue)] {
        forgeries.append((name, unsignedToken(claims, header: plain.merging([name: value]) { $1 })))
      }
      forgeries.append(("no type", unsignedToken(claims, header: ["alg": "none"])))
      let signature = try UnverifiedJWT(try Self.signed(claims, with: key)).signature
      for (name, bytes) in [("zeros", [UInt8](repeating: 0, count: 256)), ("the key's", signature)] {
        forgeries.append((name, unsignedToken(claims, signature: Base64URL.encode(bytes))))
      }
      if !unsigned { forgeries.append(("as it is written", unsignedToken(claims))) }
      for forgery in forgeries {
        for operation in ["lookup", "update", "delete"] {
          expectRefused(
            try await server.call(
              "accounts:\(operation)", ["idToken": .string(forgery.token), "displayName": "changed"]),
            "INVALID_ID_TOKEN", "\(forgery.name), \(operation)")
        }
      }
      #expect(try await server.accounts() == before)
      guard unsigned else { return }
      #expect(
        try await server.call("accounts:lookup", ["idToken": .string(unsignedToken(claims))]).status == 200)
    }
  }

  // Fails when ServiceAccountJWT takes any algorithm, lets unknown members of the header pass, or does not compare
  // the signature (each alone).
  @Test("what a service account signs is verified as its key says")
  func serviceAccountTokens() async throws {
    try await TestServer.run { server in
      let account = try await server.addServiceAccount()
      let other = try await server.addServiceAccount("other")
      let stored = try #require(try await server.project().serviceAccounts.first?.keys.first)
      let forms: [(String, [UInt8])] = [
        ("the certificate", Array(stored.certificate.utf8)), ("the DER", stored.publicKey),
        ("the kid", Array(stored.id.utf8)),
      ]
      var forgeries = try Self.forgeries(publicForms: forms, stranger: .generate())
      // Official libraries name no key.
      forgeries.removeAll { $0.name == "no kid" }
      forgeries.append(
        Forgery(name: "another account's key", header: ["kid": .string(other.keyID)], sign: other.signature))
      forgeries.append(
        Forgery(name: "another account's key, unnamed", header: ["kid": nil], sign: other.signature))
      let ring = try server.service.keyRing.activeKey(now: server.clock.now())
      forgeries.append(
        Forgery(name: "the server's key", header: ["kid": .string(ring.keyID)]) {
          try LibcryptoSigner.signature(of: $0, with: ring)
        })
      for forgery in forgeries {
        let token = try account.token(
          server.customTokenClaims(account), header: forgery.header, sign: forgery.sign)
        expectRefused(try await server.signInWithCustomToken(token), "INVALID_CUSTOM_TOKEN", forgery.name)
        let assertion = try account.token(
          server.assertionClaims(account), header: forgery.header, sign: forgery.sign)
        let response = try await server.grant(assertion)
        expectRefused(response, nil, forgery.name)
        #expect(response.json["error"] == "invalid_grant", "\(forgery.name)")
      }
      #expect(try await server.accounts().isEmpty)
      #expect(try await server.signInWithCustomToken(server.customToken(of: account)).status == 200)
    }
  }

  // Fails when KeyRing.header(of:type:now:) does not compare the algorithm and the signature, or JOSEHeader takes
  // any type (each alone).
  @Test("our own access tokens are verified as our key says, and are what they say")
  func accessTokens() async throws {
    try await TestServer.run { server in
      let account = try await server.addServiceAccount()
      let user = try await server.signUp("ann@example.com", "a password")
      let good = try UnverifiedJWT(try await server.accessToken(of: account))
      let key = try server.service.keyRing.activeKey(now: server.clock.now())
      let forms: [(String, [UInt8])] = [
        ("the certificate", Array(key.certificatePEM.utf8)), ("the kid", Array(key.keyID.utf8)),
      ]
      var forgeries = try Self.forgeries(publicForms: forms, stranger: .generate())
      forgeries.removeAll { $0.name == "another type" }
      for type in ["JWT", "at+JWT", "application/at+jwt", ""] {
        forgeries.append(Forgery(name: "type \(type)", header: ["typ": .string(type)]))
      }
      forgeries.append(Forgery(name: "no type", header: ["typ": nil]))
      forgeries.append(
        Forgery(name: "the account's key", header: ["kid": .string(account.keyID)], sign: account.signature))
      func forged(
        _ header: [String: JSONValue], _ claims: [String: JSONValue], _ sign: ForgerySignature?
      ) throws -> String {
        let input = [header, claims].map { Base64URL.encode(JSONWriter.text(.object($0)).utf8) }
          .joined(separator: ".")
        let bytes = Array(input.utf8)
        let signature = try sign?(bytes) ?? LibcryptoSigner.signature(of: bytes, with: key)
        return "\(input).\(Base64URL.encode(signature))"
      }
      for forgery in forgeries {
        var header = good.header
        for (name, value) in forgery.header { header[name] = value }
        let token = try forged(header, good.claims, forgery.sign)
        let response = try await server.administer(bearer: token, "/accounts:lookup", [:])
        #expect(response.status == 401, "\(forgery.name)")
      }
      // The right key and the right type, around what is no access token.
      let claims = try UnverifiedJWT(user.idToken).claims
      for changes in [
        claims, good.claims.merging(["aud": "example"]) { $1 },
        good.claims.merging(["iss": "https://securetoken.google.com/example"]) { $1 },
        good.claims.merging(["iss": "https://oauth2.googleapis.com/other"]) { $1 },
        good.claims.merging(["sub": "nobody@example.iam.gserviceaccount.com"]) { $1 },
        good.claims.merging(["client_key": "x"]) { $1 }, good.claims.filter { $0.key != "exp" },
        good.claims.merging(["exp": "9999999999"]) { $1 },
      ] {
        let token = try forged(good.header, changes, nil)
        #expect(try await server.administer(bearer: token, "/accounts:lookup", [:]).status == 401)
      }
      let same = try forged(good.header, good.claims, nil)
      #expect(try await server.administer(bearer: same, "/accounts:lookup", [:]).status == 200)
    }
  }
}
