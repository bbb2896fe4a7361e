import Crypto
import Foundation
import Identity
import IdentityWire
import Secrets
import Testing

@testable import Tokens

@Suite("The ID token verifier")
struct TokenAttackTests {
  let now = TokenFixture.now

  @Test("accepts what the attacks below start from")
  func baseline() async throws {
    let fixture = try await TokenFixture()
    let token = try fixture.forge(header: fixture.header(), claims: try await fixture.claims())
    #expect(await fixture.failure(token) == nil)
  }

  @Test("refuses every strict prefix of a token (T12)")
  func prefixes() async throws {
    let fixture = try await TokenFixture()
    let token = try await fixture.issue()
    for length in 0..<token.utf8.count {
      #expect(await fixture.failure(String(token.prefix(length))) != nil, "\(length)")
    }
    for suffix in [".", "A", "AA", "AAAA", "=", " ", "\n", ".AAAA"] {
      #expect(await fixture.failure(token + suffix) != nil, "\(suffix)")
    }
  }

  @Test("refuses a token with any one character changed")
  func tampering() async throws {
    let fixture = try await TokenFixture()
    let token = Array(try await fixture.issue().utf8)
    for index in token.indices {
      var changed = token
      changed[index] = changed[index] == UInt8(ascii: "B") ? UInt8(ascii: "C") : UInt8(ascii: "B")
      #expect(await fixture.failure(String(decoding: changed, as: UTF8.self)) != nil, "\(index)")
    }
  }

  @Test("takes its algorithm from the key and nothing else from the header (T11)")
  func algorithmConfusion() async throws {
    let fixture = try await TokenFixture()
    let key = try fixture.key
    let claims = try await fixture.claims()
    let own = try fixture.header()
    let attacker = try await SigningKey.generate(now: now)
    func header(_ changes: [String: JSONValue]) -> [String: JSONValue] {
      own.merging(changes) { _, new in new }
    }
    func hmac(_ secret: some DataProtocol & ContiguousBytes) -> ([UInt8]) -> [UInt8] {
      { Array(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: secret))) }
    }
    let forgeries: [(String, [String: JSONValue], (([UInt8]) throws -> [UInt8])?)] = [
      ("none, no signature", header(["alg": "none"]), { _ in [] }),
      ("None, our signature", header(["alg": "None"]), nil),
      ("none, our signature", header(["alg": "none"]), nil),
      ("no alg", own.filter { $0.key != "alg" }, nil),
      ("HS256 with the certificate", header(["alg": "HS256"]), hmac(Data(key.certificatePEM.utf8))),
      ("HS256 with the public key", header(["alg": "HS256"]), hmac(Data(try key.keyPair.publicKeyDER()))),
      ("HS256 with the modulus", header(["alg": "HS256"]), hmac(Data(try key.keyPair.modulus))),
      ("HS256 under RS256's name", own, hmac(Data(try key.keyPair.publicKeyDER()))),
      ("RS512", header(["alg": "RS512"]), nil),
      ("PS256", header(["alg": "PS256"]), nil),
      ("ES256", header(["alg": "ES256"]), nil),
      ("rs256", header(["alg": "rs256"]), nil),
      ("alg as a list", header(["alg": ["RS256"]]), nil),
      ("crit", header(["crit": ["exp"]]), nil),
      ("empty crit", header(["crit": []]), nil),
      ("b64", header(["b64": false]), nil),
      ("zip", header(["zip": "DEF"]), nil),
      (
        "attacker's key embedded",
        header(["jwk": ["kty": "RSA", "n": .string(attacker.publicMember("n") ?? ""), "e": "AQAB"]]),
        { try LibcryptoSigner.signature(of: $0, with: attacker) }
      ),
      ("jku", header(["jku": "https://attacker.example/jwks"]), nil),
      ("x5u", header(["x5u": "https://attacker.example/x5u"]), nil),
      ("x5c", header(["x5c": ["AAAA"]]), nil),
      ("no kid", own.filter { $0.key != "kid" }, nil),
      ("empty kid", header(["kid": ""]), nil),
      ("kid as a number", header(["kid": 1]), nil),
      ("kid as a path", header(["kid": "../../dev/null"]), nil),
      ("long kid", header(["kid": .string(String(repeating: "a", count: 129))]), nil),
      (
        "kid of an unknown key", header(["kid": .string(attacker.keyID)]),
        { try LibcryptoSigner.signature(of: $0, with: attacker) }
      ),
      ("another key under our kid", own, { try LibcryptoSigner.signature(of: $0, with: attacker) }),
      ("no typ", own.filter { $0.key != "typ" }, nil),
      ("another typ", header(["typ": "at+jwt"]), nil),
      ("session claims that are no list", header(["session_claims": "role"]), nil),
      ("empty signature", own, { _ in [] }),
      ("zero signature", own, { _ in [UInt8](repeating: 0, count: 256) }),
      ("padded signature", own, { [0] + (try LibcryptoSigner.signature(of: $0, with: key)) }),
    ]
    for (name, header, sign) in forgeries {
      let token = try fixture.forge(header: header, claims: claims, sign: sign)
      let failure = await fixture.failure(token)
      #expect(failure != nil, "\(name)")
      #expect(failure?.identityError.message == "INVALID_ID_TOKEN", "\(name)")
    }
  }

  @Test("takes a session's claims from nowhere but what the issuer listed")
  func forgedSessionClaims() async throws {
    let fixture = try await TokenFixture()
    var header = try fixture.header()
    header["session_claims"] = ["sub", "email", "firebase", "absent"]
    let token = try fixture.forge(header: header, claims: try await fixture.claims())
    #expect(try await fixture.verify(token).signIn.additionalClaims.isEmpty)
  }

  @Test("refuses a genuine signature over claims that are not this project's ID token (T9, T15)")
  func claims() async throws {
    let fixture = try await TokenFixture()
    let good = try await fixture.claims()
    let seconds = now.seconds
    let wrong: [(String, [String: JSONValue?], TokenFailure)] = [
      ("another project's issuer", ["iss": "https://securetoken.google.com/other"], .wrongProject),
      ("issuer with a slash", ["iss": "https://securetoken.google.com/my-app/"], .wrongProject),
      ("no issuer", ["iss": nil], .malformed("iss")),
      ("session cookie", ["iss": "https://session.firebase.google.com/my-app"], .wrongKind),
      ("another audience", ["aud": "other"], .wrongProject),
      ("audience that begins alike", ["aud": "my-app-2"], .wrongProject),
      ("part of the audience", ["aud": "my"], .wrongProject),
      ("empty audience", ["aud": ""], .wrongProject),
      ("no audience", ["aud": nil], .wrongProject),
      ("audience among others", ["aud": ["my-app", "other"]], .wrongProject),
      ("message to a hook", ["aud": "https://hook.example/f"], .wrongProject),
      ("empty subject", ["sub": "", "user_id": ""], .malformed("sub")),
      ("no subject", ["sub": nil], .malformed("sub")),
      ("two users", ["user_id": "uid2"], .malformed("sub")),
      ("no user_id", ["user_id": nil], .malformed("sub")),
      ("long subject", ["sub": .string(String(repeating: "a", count: 129))], .malformed("sub")),
      ("no exp", ["exp": nil], .malformed("times")),
      ("exp as text", ["exp": "1900000000"], .malformed("times")),
      ("exp past all use", ["exp": .integer(.max)], .malformed("times")),
      ("exp as a fraction", ["exp": 1_800_003_600.5], .malformed("times")),
      ("no iat", ["iat": nil], .malformed("times")),
      ("negative iat", ["iat": -1], .malformed("times")),
      ("no auth_time", ["auth_time": nil], .malformed("times")),
      ("expired", ["exp": .integer(seconds - 1)], .expired),
      ("expiring now", ["exp": .integer(seconds)], .expired),
      ("from the future", ["iat": .integer(seconds + 61)], .issuedInFuture),
      ("no firebase", ["firebase": nil], .wrongKind),
      ("no sign-in provider", ["firebase": ["identities": [:]]], .wrongKind),
      ("empty sign-in provider", ["firebase": ["sign_in_provider": ""]], .wrongKind),
      ("bad tenant", ["firebase": ["sign_in_provider": "custom", "tenant": "a/b"]], .malformed("tenant")),
      (
        "tenant as a number", ["firebase": ["sign_in_provider": "custom", "tenant": 1]], .malformed("tenant")
      ),
    ]
    for (name, changes, expected) in wrong {
      var claims = good
      for (claim, value) in changes { claims[claim] = value }
      let token = try fixture.forge(header: fixture.header(), claims: claims)
      #expect(await fixture.failure(token) == expected, "\(name)")
    }
    var early = good
    early["iat"] = .integer(seconds + 60)
    #expect(await fixture.failure(try fixture.forge(header: fixture.header(), claims: early)) == nil)
  }

  @Test("lets a token live exactly an hour")
  func expiry() async throws {
    let fixture = try await TokenFixture()
    let token = try await fixture.issue()
    let end = now.adding(seconds: 3600)
    #expect(await fixture.failure(token, now: Instant(milliseconds: end.milliseconds - 1)) == nil)
    #expect(await fixture.failure(token, now: end) == .expired)
    #expect(TokenFailure.expired.identityError.message == "TOKEN_EXPIRED")
  }

  @Test("refuses a token of another project under the same keys (T15)")
  func otherProject() async throws {
    var fixture = try await TokenFixture()
    let token = try await fixture.issue()
    let id = try #require(ProjectID(rawValue: "other-app"))
    var other = Project(id: id, number: "2", apiKeys: [], authorizedDomains: [], createdAt: now)
    fixture.project = other
    #expect(await fixture.failure(token) == .wrongProject)
    // Nor does it help that both were given one issuer.
    other.tokenIssuer = "https://securetoken.google.com/my-app"
    fixture.project = other
    #expect(await fixture.failure(token) == .wrongProject)
  }

  @Test("looks at the size before anything else (T13)")
  func size() async throws {
    let fixture = try await TokenFixture()
    let bomb = String(repeating: "A", count: 16_385)
    #expect(await fixture.failure(bomb) == .malformed("too large"))
    #expect(await fixture.failure(String(repeating: ".", count: 16_384)) == .malformed("not a JWT"))
    let deep = Base64URL.encode((String(repeating: "[", count: 5000)).utf8)
    #expect(await fixture.failure("\(deep).\(deep).AAAA") == .malformed("not a JWT"))
  }

  @Test("knows no other artifact, and no other artifact's place knows an ID token (T9)")
  func otherArtifacts() async throws {
    let fixture = try await TokenFixture()
    let session = RefreshToken(
      for: fixture.account, signIn: SignInFacts(provider: "password"), authenticatedAt: now, now: now,
      random: SystemRandom())
    #expect(await fixture.failure(session.token.text) == .malformed("not a JWT"))
    #expect(RefreshToken.hash(ofPresented: session.token.text) == session.session.tokenHash)
    #expect(RefreshToken.hash(ofPresented: try await fixture.issue()) == nil)
    for purpose in ArtifactPurpose.allCases where purpose != .refreshToken {
      #expect(Array(session.token.hash(for: purpose)) != session.session.tokenHash)
    }
  }
}
