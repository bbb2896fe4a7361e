import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("Google")
struct GoogleLabTests {
  @Test("The code flow ends in an ID token, a profile and a positive check of both tokens")
  func codeFlow() async throws {
    try await LabHarness.run { lab in
      let endpoints = try lab.endpoints("google.com")
      let answer = try await lab.authorize("google.com", [("access_type", "offline")])
      #expect(answer.callback["scope"]?.contains("https://www.googleapis.com/auth/userinfo.email") == true)
      let tokens = try await lab.exchange("google.com", code: answer.callback["code"] ?? "").json
      #expect(tokens["refresh_token"] != nil)
      let idToken = try #require(tokens["id_token"]?.stringValue)
      let jwt = try UnverifiedJWT(idToken)
      #expect(jwt.issuer == "https://accounts.google.com")
      #expect(jwt.claims["azp"]?.stringValue == ProviderLab.clients.google.id)
      #expect(jwt.claims["name"] == "Ada Lovelace")
      let access = try #require(tokens["access_token"]?.stringValue)
      let me = try await lab.get(try #require(endpoints.userinfo), headers: .bearer(access)).json
      #expect(me["id"] == jwt.claims["sub"])
      #expect(me["verified_email"] == true)
      let tokeninfo = try #require(endpoints.tokeninfo)
      let byAccess = try await lab.get(tokeninfo, [("access_token", access)]).json
      #expect(byAccess["aud"]?.stringValue == ProviderLab.clients.google.id)
      #expect(byAccess["email_verified"] == "true")
      let byID = try await lab.get(tokeninfo, [("id_token", idToken)]).json
      #expect(byID["email_verified"] == "true")
      #expect(byID["kid"]?.stringValue == jwt.keyID)
    }
  }

  @Test("What is no token is Invalid Value to tokeninfo and 401 to userinfo")
  func invalidTokens() async throws {
    try await LabHarness.run { lab in
      let endpoints = try lab.endpoints("google.com")
      let answer = try await lab.get(try #require(endpoints.tokeninfo), [("access_token", "no")])
      #expect(answer.status == 400)
      #expect(try answer.json["error_description"] == "Invalid Value")
      #expect(try await lab.get(try #require(endpoints.userinfo), headers: .bearer("no")).status == 401)
      let forged = try await lab.lab.mintIDToken(provider: "google.com", .init(fault: .wrongSignature))
      #expect(try await lab.get(try #require(endpoints.tokeninfo), [("id_token", forged)]).status == 400)
    }
  }

  @Test("The key set may be cached")
  func cacheControl() async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.get(try #require(try lab.endpoints("google.com").jwks))
      #expect(answer.headers[.cacheControl]?.contains("max-age=") == true)
      #expect(try answer.json["keys"]?.arrayValue?.count ?? 0 >= 2)
    }
  }

  @Test("The token endpoint's errors have Google's shapes")
  func errors() async throws {
    try await LabHarness.run { lab in
      let bad = try await lab.exchange("google.com", code: "unknown")
      #expect(bad.status == 400)
      #expect(try bad.json["error"] == "invalid_grant")
      let token = try lab.endpoints("google.com").token
      #expect(try await lab.post(token, [("client_id", "x"), ("client_secret", "y")]).status == 401)
      let code = try #require(try await lab.authorize("google.com").callback["code"])
      let other = try await lab.exchange("google.com", code: code, redirectURI: "https://app.example/")
      #expect(try other.json["error"] == "redirect_uri_mismatch")
    }
  }
}
