import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("Facebook Login")
struct FacebookLabTests {
  private static let app = ProviderLab.clients.facebook
  private static let appToken = "\(app.id)|\(app.secret)"

  @Test("The dialog, the exchange, debug_token and me tell of the same person, with and without a version")
  func codeFlow() async throws {
    try await LabHarness.run { lab in
      let endpoints = try lab.endpoints("facebook.com")
      let answer = try await lab.authorize("facebook.com", scope: "public_profile,email")
      #expect(answer.headers[.location]?.hasSuffix("#_=_") == true)
      let code = try #require(answer.callback["code"])
      let tokens = try await lab.get(
        "/lab/facebook.com/v25.0/oauth/access_token",
        try lab.credentials("facebook.com") + [("code", code), ("redirect_uri", LabHarness.callback)]
      ).json
      let token = try #require(tokens["access_token"]?.stringValue)
      #expect(token.hasPrefix("EAA"))
      let checked = try await lab.get(
        try #require(endpoints.debugToken), [("input_token", token), ("access_token", Self.appToken)]
      ).json
      #expect(checked["data"]?["is_valid"] == true)
      #expect(checked["data"]?["app_id"]?.stringValue == Self.app.id)
      #expect(checked["data"]?["type"] == "USER")
      let me = try await lab.get(
        "/lab/facebook.com/v25.0/me",
        [("fields", "id,name,email,picture.width(100).height(100){url}"), ("access_token", token)]
      ).json
      #expect(me["id"] == checked["data"]?["user_id"])
      #expect(me["email"] == "ada@example.com")
      #expect(me["picture"]?["data"]?["width"] == 100)
      #expect(me["first_name"] == nil)
    }
  }

  @Test("debug_token answers 200 with is_valid false for what is not a token of this app")
  func debugTokenInvalid() async throws {
    try await LabHarness.run { lab in
      let debug = try #require(try lab.endpoints("facebook.com").debugToken)
      let foreign = try await lab.lab.mintAccessToken(
        provider: "facebook.com", .init(fault: .wrongAudience))
      let expired = try await lab.lab.mintAccessToken(provider: "facebook.com", .init(fault: .expired))
      let limited = try await lab.lab.mintIDToken(provider: "facebook.com", .init(nonce: "n"))
      for (token, code) in [("EAAgarbage", 190), (foreign, 100), (expired, 190), (limited, 190)] {
        let answer = try await lab.get(debug, [("input_token", token), ("access_token", Self.appToken)])
        #expect(answer.status == 200)
        #expect(try answer.json["data"]?["is_valid"] == false)
        #expect(try answer.json["data"]?["error"]?["code"]?.integerValue == Int64(code))
      }
      let stranger = try await lab.get(debug, [("input_token", "x"), ("access_token", "1|2")])
      #expect(stranger.status == 400)
      #expect(try stranger.json["error"]?["code"] == 190)
    }
  }

  @Test("Deleting the permissions takes the app's token, and ends every token of the person")
  func deletedPermissions() async throws {
    try await LabHarness.run { lab in
      let tokens = try await lab.signIn("facebook.com", scope: "email", [("lab_person", "ada")])
      let token = try #require(tokens["access_token"]?.stringValue)
      let subject = try #require(lab.lab.state.token(token)?.grant.subject)
      let address = try #require(try lab.endpoints("facebook.com").revoke)
        .replacing("{user_id}", with: subject)
      func delete(_ caller: String) async throws -> LabAnswer {
        let proof = LabDigest.hmacHexadecimal(key: Self.app.secret, caller)
        let query = FormURLEncoded([("access_token", caller), ("appsecret_proof", proof)])
        return try await lab.send(.delete, "\(address)?\(query.text)")
      }
      #expect(try await delete("\(Self.app.id)|wrong").json["error"]?["code"] == 190)
      #expect(lab.lab.state.token(token) != nil)
      #expect(try await delete(Self.appToken).json["success"] == true)
      #expect(lab.lab.state.token(token) == nil)
      #expect(try await delete(Self.appToken).json["error"]?["error_subcode"] == 33)
    }
  }

  @Test("appsecret_proof is verified when it comes and required when the app says so")
  func appSecretProof() async throws {
    try await LabHarness.run { lab in
      let me = try #require(try lab.endpoints("facebook.com").userinfo)
      let token = try await lab.lab.mintAccessToken(provider: "facebook.com")
      let proof = LabDigest.hmacHexadecimal(key: Self.app.secret, token)
      #expect(try await lab.get(me, [("access_token", token)]).status == 200)
      #expect(try await lab.get(me, [("access_token", token), ("appsecret_proof", proof)]).status == 200)
      let wrong = try await lab.get(me, [("access_token", token), ("appsecret_proof", "00")])
      #expect(wrong.status == 400)
      #expect(try wrong.json["error"]?["code"] == 100)
      _ = try await lab.control(.put, "settings", ["facebookRequiresProof": true])
      #expect(try await lab.get(me, [("access_token", token)]).status == 400)
      #expect(try await lab.get(me, [("access_token", token), ("appsecret_proof", proof)]).status == 200)
    }
  }

  @Test("A mail address that is not confirmed or not asked for is not told")
  func noEmail() async throws {
    try await LabHarness.run { lab in
      let me = try #require(try lab.endpoints("facebook.com").userinfo)
      for options in [
        LabTokenOptions(person: "alan"), .init(person: "katherine"), .init(scopes: ["public_profile"]),
      ] {
        let token = try await lab.lab.mintAccessToken(provider: "facebook.com", options)
        let answer = try await lab.get(me, [("fields", "id,email"), ("access_token", token)]).json
        #expect(answer["id"] != nil)
        #expect(answer["email"] == nil)
      }
    }
  }

  @Test("Code errors have Facebook's codes, a wrong app secret too")
  func codeErrors() async throws {
    try await LabHarness.run { lab in
      let code = try #require(try await lab.authorize("facebook.com").callback["code"])
      let other = try await lab.exchange("facebook.com", code: code, redirectURI: "https://app.example/")
      #expect(try other.json["error"]?["error_subcode"] == 36008)
      #expect(try await lab.exchange("facebook.com", code: code).status == 200)
      let used = try await lab.exchange("facebook.com", code: code)
      #expect(used.status == 400)
      #expect(try used.json["error"]?["message"] == "This authorization code has been used.")
      let wrong = try await lab.post(
        try lab.endpoints("facebook.com").token, [("client_id", Self.app.id), ("client_secret", "no")])
      #expect(try wrong.json["error"]?["message"] == "Error validating client secret.")
    }
  }

  @Test("A long-lived token is exchanged for a short one")
  func longLived() async throws {
    try await LabHarness.run { lab in
      let token = try await lab.lab.mintAccessToken(provider: "facebook.com")
      let answer = try await lab.get(
        try lab.endpoints("facebook.com").token,
        try lab.credentials("facebook.com") + [
          ("grant_type", "fb_exchange_token"), ("fb_exchange_token", token),
        ]
      ).json
      #expect(answer["expires_in"] == 5_184_000)
    }
  }

  @Test("Limited Login gives an ID token with the nonce as it was sent and nothing that Graph takes")
  func limitedLogin() async throws {
    try await LabHarness.run { lab in
      let query = [
        ("client_id", Self.app.id), ("nonce", "N-1"), ("scope", "public_profile,email"),
        ("lab_person", "grace"),
        ("tp", "ios_14_do_not_track"),
      ]
      let answer = try await lab.get(
        "/lab/limited.facebook.com/dialog/oauth", query, headers: [.accept: "application/json"]
      ).json
      let jwt = try UnverifiedJWT(try #require(answer["id_token"]?.stringValue))
      #expect(jwt.issuer == "https://www.facebook.com")
      #expect(jwt.audiences == [Self.app.id])
      #expect(jwt.claims["nonce"] == "N-1")
      #expect(jwt.claims["jti"] != nil)
      #expect(jwt.claims["email_verified"] == nil)
      #expect(jwt.claims["email"] == "grace.hopper.lab@gmail.com")
      let shim = try #require(answer["access_token"]?.stringValue)
      #expect(!shim.hasPrefix("EAA"))
      let me = try await lab.get("/lab/facebook.com/me", [("access_token", shim)])
      #expect(try me.json["error"]?["code"] == 190)
      let page = try await lab.get("/lab/limited.facebook.com/dialog/oauth", query)
      #expect(page.body.contains("id=\"id_token\""))
      let discovery = try await lab.get(
        "/lab/limited.facebook.com/.well-known/openid-configuration/"
      ).json
      #expect(discovery["issuer"] == "https://www.facebook.com")
      let keys = try await lab.get(try #require(discovery["jwks_uri"]?.stringValue)).json
      #expect(keys["keys"]?.arrayValue?.contains { $0["kid"]?.stringValue == jwt.keyID } == true)
    }
  }

  @Test("Limited Login without a nonce is refused")
  func limitedWithoutNonce() async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.get(
        "/lab/limited.facebook.com/dialog/oauth", [("client_id", Self.app.id), ("lab_person", "ada")])
      #expect(answer.status == 400)
    }
  }
}
