import Identity
import IdentityWire
import Testing

@testable import Tokens

@Suite("ID tokens without a signature")
struct UnsignedTokenTests {
  /// What an issuer and a verifier of a development server make of the fixture's account.
  private struct World {
    static let now = TokenFixture.now
    let fixture: TokenFixture
    let issuer: IDTokenIssuer
    let verifier: IssuedTokenVerifier

    init() async throws {
      fixture = try await TokenFixture()
      let unsigned = UnsignedTokens(iKnowThatAnyoneCanBeAnyoneAt: .ipv4)
      issuer = IDTokenIssuer(keys: fixture.keys, signer: fixture.signer, unsigned: unsigned)
      verifier = IssuedTokenVerifier(keys: fixture.keys, unsigned: unsigned)
    }

    func issue(_ signIn: SignInFacts = SignInFacts(provider: "password")) async throws -> String {
      try await issuer.issue(
        account: fixture.account, signIn: signIn, project: fixture.project,
        authenticatedAt: Self.now.adding(seconds: -100), now: Self.now
      ).text
    }

    func failure(_ text: String, now: Instant = Self.now) async -> TokenFailure? {
      do {
        _ = try await verifier.verify(text, project: fixture.project, now: now)
        return nil
      } catch {
        return error
      }
    }

    func forged(
      _ claims: [String: JSONValue?] = [:], header: [String: JSONValue] = ["alg": "none", "typ": "JWT"],
      signature: String = ""
    ) async throws -> String {
      var all = try await fixture.claims()
      for (name, value) in claims { all[name] = value }
      return [header, all].map { Base64URL.encode(JSONWriter.text(.object($0)).utf8) + "." }.joined()
        + signature
    }
  }

  @Test("are written as Firebase's emulator writes them, with the claims of signed ones")
  func form() async throws {
    let world = try await World()
    let text = try await world.issue()
    #expect(text.hasPrefix("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.") && text.hasSuffix("."))
    let token = try UnverifiedJWT(text)
    #expect(token.header == ["alg": "none", "typ": "JWT"])
    #expect(token.signature.isEmpty)
    #expect(token.claims == (try await world.fixture.claims()))
  }

  @Test("say what they say, and a signed one beside them does, too")
  func accepted() async throws {
    let world = try await World()
    let unsigned = try await world.verifier.verify(
      world.issue(), project: world.fixture.project, now: World.now)
    #expect(unsigned.accountID.rawValue == "uid1" && unsigned.keyID == nil)
    let signed = try await world.verifier.verify(
      world.fixture.issue(), project: world.fixture.project, now: World.now)
    #expect(signed.accountID.rawValue == "uid1")
    #expect(signed.keyID == (try world.fixture.key.keyID))
  }

  @Test("name the claims of their sign-in, as signed ones do")
  func sessionClaims() async throws {
    let world = try await World()
    var facts = SignInFacts(provider: "custom")
    facts.additionalClaims = ["plan": "gold"]
    let text = try await world.issue(facts)
    let verified = try await world.verifier.verify(text, project: world.fixture.project, now: World.now)
    #expect(verified.signIn.additionalClaims == ["plan": "gold"])
  }

  // Fails when IssuedTokenVerifier looks for unsigned tokens without a permit.
  @Test("are refused without the permit of a development server")
  func refusedElsewhere() async throws {
    let world = try await World()
    #expect(await world.fixture.failure(try await world.issue()) == .malformed("algorithm"))
  }

  // Fails when UnsignedTokens does not look at the signature, at unknown members or at the type, or takes the algorithm's
  // name in another case (each alone).
  @Test(
    "are taken as they are written, and in no other form",
    arguments: [
      (["alg": "none", "typ": "JWT"], "AAAA"), (["alg": "none"], ""), (["alg": "none", "typ": "jwt"], ""),
      (["alg": "none", "typ": "at+jwt"], ""), (["alg": "None", "typ": "JWT"], ""),
      (["alg": "NONE", "typ": "JWT"], ""), (["alg": "", "typ": "JWT"], ""), (["typ": "JWT"], ""),
      (["alg": "none", "typ": "JWT", "kid": "a"], ""), (["alg": "none", "typ": "JWT", "crit": ["exp"]], ""),
      (["alg": "none", "typ": "JWT", "jwk": [:]], ""), (["alg": "none", "typ": "JWT", "b64": false], ""),
      (["alg": "none", "typ": "JWT", "session_claims": "plan"], ""),
      (["alg": "none", "typ": "JWT", "session_claims": [1]], ""), (["alg": "HS256", "typ": "JWT"], ""),
      (["alg": "RS256", "typ": "JWT"], ""), (["alg": ["none"], "typ": "JWT"], ""),
    ] as [([String: JSONValue], String)])
  func header(_ header: [String: JSONValue], signature: String) async throws {
    let world = try await World()
    #expect(await world.failure(try await world.forged()) == nil, "what the others start from")
    #expect(await world.failure(try await world.forged(header: header, signature: signature)) != nil)
    let prefix = String(try await world.forged().dropLast())
    #expect(await world.failure(prefix) == .malformed("not a JWT"))
  }

  // Fails when the lifetime, the moment of the sign-in, the issuer, the audience, the subject or `sign_in_provider` is
  // not looked at (each alone).
  @Test(
    "have to be ones that the server could have made",
    arguments: [
      ["iss": "https://session.firebase.google.com/my-app"], ["iss": "https://securetoken.google.com/other"],
      ["iss": nil], ["aud": "other"], ["aud": ["my-app"]], ["aud": nil], ["sub": "uid2"], ["user_id": nil],
      ["firebase": nil], ["firebase": ["identities": [:]]],
      ["firebase": ["identities": [:], "sign_in_provider": ""]],
      ["exp": .integer(TokenFixture.now.seconds + 86_400)], ["exp": .integer(TokenFixture.now.seconds + 60)],
      ["auth_time": .integer(TokenFixture.now.seconds + 1)], ["auth_time": nil], ["iat": nil], ["exp": nil],
      ["iat": .integer(TokenFixture.now.seconds + 61), "exp": .integer(TokenFixture.now.seconds + 3_661)],
    ] as [[String: JSONValue?]])
  func claims(_ changes: [String: JSONValue?]) async throws {
    let world = try await World()
    #expect(await world.failure(try await world.forged(changes)) != nil)
  }

  @Test("expire, as signed ones do")
  func expiry() async throws {
    let world = try await World()
    let text = try await world.issue()
    #expect(await world.failure(text, now: World.now.adding(seconds: 3_599)) == nil)
    #expect(await world.failure(text, now: World.now.adding(seconds: 3_600)) == .expired)
  }

  @Test("make session cookies without a signature, which are no ID tokens")
  func sessionCookie() async throws {
    let world = try await World()
    let verified = try await world.verifier.verify(
      world.issue(), project: world.fixture.project, now: World.now)
    let cookie = try await SessionCookie.issue(
      for: verified, lifetime: 3_600, now: World.now, issuer: world.issuer)
    let token = try UnverifiedJWT(cookie.text)
    #expect(token.header == ["alg": "none", "typ": "JWT"] && cookie.text.hasSuffix("."))
    #expect(token.issuer == "https://session.firebase.google.com/my-app")
    #expect(await world.failure(cookie.text) == .wrongKind)
  }

  @Test("are no access tokens, which stay signed")
  func accessTokens() async throws {
    let world = try await World()
    let accessTokens = AccessTokenVerifier(keys: world.fixture.keys)
    for text in [try await world.issue(), try await world.forged(header: ["alg": "none", "typ": "at+jwt"])] {
      await #expect(throws: TokenFailure.self) {
        _ = try await accessTokens.verify(text, now: World.now)
      }
    }
  }
}
