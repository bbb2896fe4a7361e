import Crypto
import CryptoExtras
import Foundation
import Identity
import IdentityWire
import Testing
import X509

@testable import Tokens

@Suite("An ID token")
struct IDTokenTests {
  let now = TokenFixture.now

  @Test("of a password user has Firebase's claims in Firebase's order")
  func passwordUser() async throws {
    var fixture = try await TokenFixture()
    fixture.account.email = EmailAddress("ada@example.com")
    fixture.account.emailVerified = true
    fixture.account.displayName = "Ada \"L\"\n🙂"
    fixture.account.photoURL = "https://example.com/a.png"
    let token = try await fixture.issue()
    #expect(
      try claimsText(token) == #"{"name":"Ada \"L\"\n🙂","picture":"https://example.com/a.png","#
        + #""iss":"https://securetoken.google.com/my-app","aud":"my-app","auth_time":1799999900,"#
        + #""user_id":"uid1","sub":"uid1","iat":1800000000,"exp":1800003600,"email":"ada@example.com","#
        + #""email_verified":true,"firebase":{"identities":{"email":["ada@example.com"]},"#
        + #""sign_in_provider":"password"}}"#)
    #expect(try UnverifiedJWT(token).header == fixture.header())
  }

  @Test("of an anonymous user has no identities and says provider_id")
  func anonymousUser() async throws {
    let fixture = try await TokenFixture()
    let token = try await fixture.issue(SignInFacts(provider: "anonymous"))
    #expect(
      try claimsText(token) == #"{"provider_id":"anonymous","#
        + #""iss":"https://securetoken.google.com/my-app","aud":"my-app","auth_time":1799999900,"#
        + #""user_id":"uid1","sub":"uid1","iat":1800000000,"exp":1800003600,"#
        + #""firebase":{"identities":{},"sign_in_provider":"anonymous"}}"#)
  }

  @Test("of a federated user with a second factor in a tenant says all of it")
  func everything() async throws {
    var fixture = try await TokenFixture()
    fixture.account.scope.tenant = TenantID(rawValue: "tenant-1")
    fixture.account.phoneNumber = "+15555550100"
    fixture.account.email = EmailAddress("ada@example.com")
    fixture.account.links = [
      ProviderLink(providerID: "google.com", rawID: "g1"),
      ProviderLink(providerID: "saml.corp", rawID: "s1"),
    ]
    var signIn = SignInFacts(provider: "saml.corp")
    signIn.secondFactor = .init(enrollmentID: "factor-1", kind: "phone")
    signIn.attributes = ["role": "admin"]
    let token = try await fixture.issue(signIn)
    #expect(
      try claimsText(token).hasSuffix(
        #""email":"ada@example.com","email_verified":false,"phone_number":"+15555550100","#
          + #""firebase":{"identities":{"google.com":["g1"],"saml.corp":["s1"],"#
          + #""email":["ada@example.com"],"phone":["+15555550100"]},"sign_in_provider":"saml.corp","#
          + #""sign_in_second_factor":"phone","second_factor_identifier":"factor-1","#
          + #""tenant":"tenant-1","sign_in_attributes":{"role":"admin"}}}"#))
    let verified = try await fixture.verify(token)
    #expect(verified.scope == fixture.account.scope)
    #expect(verified.signIn == signIn)
  }

  @Test("verifies in another library by the published certificate and by the published key set")
  func publishedKeys() async throws {
    let fixture = try await TokenFixture()
    let jwt = try UnverifiedJWT(try await fixture.issue())
    let keyID = try #require(jwt.keyID)
    let signature = _RSA.Signing.RSASignature(rawRepresentation: jwt.signature)

    let certificates = PublicKeyDocument.certificates(of: fixture.keys, now: now)
    let pem = try #require(try JSONParser().parse(certificates.body)[keyID]?.stringValue)
    let certified = try #require(_RSA.Signing.PublicKey(Certificate(pemEncoded: pem).publicKey))
    #expect(certified.isValidSignature(signature, for: jwt.signingInput, padding: .insecurePKCS1v1_5))

    let set = try JSONParser().parse(PublicKeyDocument.keySet(of: fixture.keys, now: now).body)
    let entry = try #require(set["keys"]?.arrayValue?.first { $0["kid"]?.stringValue == keyID })
    let modulus = try #require(Base64URL.decode(entry["n"]?.stringValue ?? "?"))
    let exponent = try #require(Base64URL.decode(entry["e"]?.stringValue ?? "?"))
    let published = try _RSA.Signing.PublicKey(n: modulus, e: exponent)
    #expect(published.isValidSignature(signature, for: jwt.signingInput, padding: .insecurePKCS1v1_5))
  }

  @Test("carries custom and additional claims, and lets none of them speak for the issuer or the account")
  func reservedClaims() async throws {
    var fixture = try await TokenFixture()
    var hostile: [String: JSONValue] = ["level": 1, "both": "account"]
    for name in ReservedClaims.forbidden.union(ReservedClaims.ofAccount) { hostile[name] = "forged" }
    fixture.account.customAttributes = JSONWriter.text(.object(hostile))
    hostile["level"] = nil
    hostile["both"] = "session"
    var signIn = SignInFacts(provider: "custom")
    signIn.additionalClaims = hostile
    signIn.additionalClaims["name"] = "Session"
    fixture.account.displayName = "Account"
    let token = try await fixture.issue(signIn)
    let text = try claimsText(token)
    #expect(!text.contains("forged"))
    let claims = try UnverifiedJWT(token).claims
    #expect(claims["level"] == 1)
    #expect(claims["both"] == "session")
    #expect(claims["name"] == "Session")
    #expect(text.components(separatedBy: #""name":"#).count == 2)
    #expect(claims["email"] == nil && claims["phone_number"] == nil && claims["provider_id"] == nil)
  }

  @Test("tells what a replacement must carry on, and custom claims that were taken away are not of it")
  func replacement() async throws {
    var fixture = try await TokenFixture()
    fixture.account.customAttributes = #"{"admin":true}"#
    var signIn = SignInFacts(provider: "custom")
    signIn.additionalClaims = ["plan": ["name": "gold"]]
    let first = try await fixture.verify(try await fixture.issue(signIn))
    #expect(first.payload["admin"] == true)
    #expect(first.signIn == signIn)

    fixture.account.customAttributes = nil
    let second = try UnverifiedJWT(try await fixture.issue(first.signIn))
    #expect(second.claims["admin"] == nil)
    #expect(second.claims["plan"] == ["name": "gold"])
  }

  @Test("is read back as it was issued")
  func roundTrip() async throws {
    let fixture = try await TokenFixture()
    let verified = try await fixture.verify(try await fixture.issue())
    #expect(verified.accountID == fixture.account.id)
    #expect(verified.scope == fixture.account.scope)
    #expect(verified.authenticatedAt == now.adding(seconds: -100))
    #expect(verified.issuedAt == now)
    #expect(verified.expiresAt == now.adding(seconds: 3600))
    #expect(verified.keyID == (try fixture.key.keyID))
    #expect(verified.signIn == SignInFacts(provider: "password"))
  }

  @Test("issued in the second of a revocation counts only when it was issued after it")
  func revocation() async throws {
    var fixture = try await TokenFixture()
    fixture.account.validSince = now.adding(seconds: -100)
    let before = try await fixture.verify(try await fixture.issue())
    #expect(before.session.isValid(for: fixture.account))
    fixture.account.revokeTokens(now: now.adding(seconds: -1))
    #expect(before.session.isValid(for: fixture.account))

    fixture.account.revokeTokens(now: now)
    #expect(!before.session.isValid(for: fixture.account))
    let after = try await fixture.verify(try await fixture.issue())
    #expect(after.session.isValid(for: fixture.account))

    fixture.account.revokeTokens(now: now)
    #expect(!after.session.isValid(for: fixture.account))
    fixture.account.revokeTokens(now: now.adding(seconds: 1))
    #expect(!after.session.isValid(for: fixture.account))
  }

  @Test("has the project's own issuer where it has one")
  func ownIssuer() async throws {
    var fixture = try await TokenFixture()
    let before = try await fixture.issue()
    fixture.project.tokenIssuer = "https://auth.example.com/my-app"
    let token = try await fixture.issue()
    #expect(try UnverifiedJWT(token).issuer == "https://auth.example.com/my-app")
    #expect(await fixture.failure(token) == nil)
    #expect(await fixture.failure(before) == .wrongProject)
  }

  @Test("is accepted with a former issuer until its grace period ends")
  func formerIssuer() async throws {
    var fixture = try await TokenFixture()
    let before = try await fixture.issue()
    fixture.project.changeIssuer(to: "https://auth.example.com/my-app", grace: 600, now: now)
    #expect(await fixture.failure(before) == nil)
    #expect(await fixture.failure(before, now: now.adding(seconds: 599)) == nil)
    #expect(await fixture.failure(before, now: now.adding(seconds: 600)) == .wrongProject)
    #expect(await fixture.failure(try await fixture.issue(), now: now.adding(seconds: 600)) == nil)
  }

  @Test("is not issued larger than what is accepted")
  func size() async throws {
    var fixture = try await TokenFixture()
    fixture.account.photoURL = String(repeating: "x", count: 13_000)
    do throws(IdentityError) {
      _ = try await fixture.issuer.issue(
        account: fixture.account, signIn: SignInFacts(provider: "password"), project: fixture.project,
        authenticatedAt: now, now: now)
      Issue.record("issued")
    } catch {
      #expect(error.refusal == .claimsTooLarge)
    }
  }

  @Test("is the same base64url as the shared encoder makes, whatever the length")
  func encoding() {
    for count in 0..<70 {
      let bytes = SeededRandom(seed: UInt64(count)).bytes(count)
      var encoded: [UInt8] = []
      Base64URL.append(bytes, to: &encoded)
      #expect(String(decoding: encoded, as: UTF8.self) == Base64URL.encode(bytes))
    }
  }
}
