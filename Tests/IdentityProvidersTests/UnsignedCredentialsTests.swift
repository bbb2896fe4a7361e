import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("Unsigned credentials are believed by the development parser, and by it alone")
struct UnsignedCredentialsTests {
  private static func read(
    _ pairs: [(name: String, value: String)], uri: String = "http://localhost"
  ) throws -> ProviderIdentity {
    let parser = try #require(UnsignedDevelopmentCredentials(iKnowThatAnyoneCanSignInAsAnyone: true))
    return try parser.identity(parameters: FormURLEncoded(pairs), requestURI: uri)
  }

  private static func refusal(_ pairs: [(name: String, value: String)]) async -> String? {
    await message { _ = try read(pairs) }
  }

  private static let google =
    #"{"sub":"g-1","email":"Ann@Example.com","email_verified":true,"name":"Ann Lee","given_name":"Ann","#
    + #""family_name":"Lee","picture":"https://example.com/a.png"}"#

  @Test("JSON text is a Google identity with the profile in Google's shape")
  func google() throws {
    let identity = try Self.read([("providerId", "google.com"), ("id_token", Self.google)])
    #expect(identity.isUnsignedDevelopmentCredential)
    #expect(identity.rawID == "g-1" && identity.federatedID == "https://accounts.google.com/g-1")
    #expect(identity.email?.text == "ann@example.com" && identity.emailVerifiedByProvider)
    #expect(identity.firstName == "Ann" && identity.lastName == "Lee")
    #expect(identity.rawUserInfo["id"] == "g-1" && identity.rawUserInfo["verified_email"] == true)
    #expect(identity.rawUserInfo["granted_scopes"] != nil)
    #expect(identity.tokens.idToken == Self.google)
    #expect(identity.tokens.accessToken == "FirebaseAuthEmulatorFakeAccessToken_google.com")
    #expect(identity.redemption == nil)
  }

  @Test("others' claims are passed on as they are; a JWT is decoded, signed or not")
  func others() throws {
    let claims: [String: JSONValue] = [
      "sub": "h-1", "login": "annlee", "email_verified": false, "email": "a@b.c",
    ]
    let json = JSONWriter.text(.object(claims))
    let identity = try Self.read([("providerId", "GitHub.com"), ("id_token", json)])
    #expect(identity.providerID == "github.com")
    #expect(identity.rawUserInfo == .object(claims))
    #expect(identity.email != nil && !identity.emailVerifiedByProvider)
    let signed = TestToken(claims).text
    let unsigned = TestToken(claims).withHeader("alg", "none").signed { _ in [] }.text
    for token in [signed, unsigned, String(unsigned.dropLast())] {
      #expect(try Self.read([("providerId", "oidc.acme"), ("id_token", token)]).rawID == "h-1")
      #expect(try Self.read([("providerId", "oidc.acme"), ("access_token", token)]).rawID == "h-1")
    }
  }

  @Test("the emulator's error texts")
  func errors() async {
    let provider = ("providerId", "google.com")
    #expect(
      await Self.refusal([("id_token", Self.google)])
        == "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost")
    for token in [#"{"email":"a@b.c"}"#, #"{"sub":""}"#, #"{"sub":7}"#] {
      #expect(
        await Self.refusal([provider, ("id_token", token)])
          == "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. "
          + "((Missing \"sub\" field. This field is required and must be a unique identifier.))")
    }
    #expect(
      await Self.refusal([provider, ("id_token", "garbage")])
        == "INVALID_IDP_RESPONSE : Unable to parse id_token: garbage "
        + "((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))")
    #expect(
      await Self.refusal([provider, ("id_token", "{'sub':1}")])?.hasPrefix(
        "INVALID_IDP_RESPONSE : Unable to parse id_token: {'sub':1} ((") == true)
    #expect(
      await Self.refusal([provider, ("access_token", "opaque")])?.hasPrefix(
        "The Auth Emulator only support sign-in with google.com using id_token, not access_token.") == true)
    #expect(
      await Self.refusal([("providerId", "github.com"), ("access_token", "opaque")])
        == "The Auth Emulator does not support github.com sign-in with credentials.")
    #expect(
      await Self.refusal([provider, ("code", "x")])
        == "The Auth Emulator only supports sign-in with credentials (id_token required).")
  }

  @Test("a SAML response is JSON: name, address and attributes")
  func saml() async throws {
    let base = [("providerId", "saml.acme"), ("id_token", #"{"sub":"s-1"}"#)]
    let full =
      #"{"assertion":{"subject":{"nameId":"Ann@example.com"},"attributeStatements":{"roles":["a"]}}}"#
    let identity = try Self.read(base + [("SAMLResponse", full)])
    #expect(identity.email?.text == "ann@example.com" && identity.emailVerifiedByProvider)
    #expect(identity.rawUserInfo == ["roles": ["a"]] && identity.signInAttributes == ["roles": ["a"]])
    let plain = #"{"assertion":{"subject":{"nameId":"employee-7"}}}"#
    #expect(try Self.read(base + [("SAMLResponse", plain)]).email == nil)
    for (text, part) in [
      ("{}", "assertion"), ("{", "assertion"), (#"{"assertion":{}}"#, "assertion.subject"),
      (#"{"assertion":{"subject":{}}}"#, "assertion.subject.nameId"),
    ] {
      #expect(
        await Self.refusal(base + [("SAMLResponse", text)])
          == "INVALID_IDP_RESPONSE ((Missing \(part) in SAMLResponse.))")
    }
  }

  @Test("a real token is told from one that nobody signed")
  func recognition() throws {
    let parser = try #require(UnsignedDevelopmentCredentials(iKnowThatAnyoneCanSignInAsAnyone: true))
    let token = TestToken(["sub": "1"])
    #expect(parser.recognizes(FormURLEncoded([("id_token", "{}")])))
    #expect(parser.recognizes(FormURLEncoded([("id_token", token.withHeader("alg", "none").text)])))
    #expect(!parser.recognizes(FormURLEncoded([("id_token", token.text)])))
    #expect(!parser.recognizes(FormURLEncoded([("access_token", "EAAopaque")])))
    #expect(!parser.recognizes(FormURLEncoded([("code", "x")])))
  }

  @Test("no verifier takes one, and the parser is not made by accident (T31)")
  func unreachable() async throws {
    #expect(UnsignedDevelopmentCredentials(iKnowThatAnyoneCanSignInAsAnyone: false) == nil)
    try await OpenIDFixture.run { provider in
      let unsigned = provider.token.withHeader("alg", "none").signed { _ in [] }
      for text in [#"{"sub":"user-1"}"#, unsigned.text, String(unsigned.text.dropLast())] {
        #expect(await provider.refusal(text) != nil)
      }
    }
  }
}
