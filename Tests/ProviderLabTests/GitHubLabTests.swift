import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("GitHub")
struct GitHubLabTests {
  private static let app = ProviderLab.clients.github

  private static func basic(_ secret: String = app.secret) -> String {
    "Basic " + Data("\(app.id):\(secret)".utf8).base64EncodedString()
  }

  @Test("The code flow ends in a user with a number for an id and in the verified primary address")
  func codeFlow() async throws {
    try await LabHarness.run { lab in
      let endpoints = try lab.endpoints("github.com")
      let tokens = try await lab.signIn("github.com", scope: "read:user user:email")
      #expect(tokens["token_type"] == "bearer")
      #expect(tokens["scope"] == "read:user,user:email")
      let token = try #require(tokens["access_token"]?.stringValue)
      #expect(token.hasPrefix("gho_"))
      let user = try await lab.get(try #require(endpoints.userinfo), headers: .bearer(token))
      #expect(try user.json["id"]?.integerValue ?? 0 > 0)
      #expect(try user.json["login"] == "ada")
      let emails = try await lab.get(try #require(endpoints.emails), headers: .bearer(token)).json
      let primary = emails.arrayValue?.first { $0["primary"] == true }
      #expect(primary?["email"] == "ada@example.com")
      #expect(primary?["verified"] == true)
    }
  }

  @Test("The answer is a form unless JSON is asked for")
  func formAnswer() async throws {
    try await LabHarness.run { lab in
      let code = try #require(try await lab.authorize("github.com", scope: "user").callback["code"])
      let answer = try await lab.post(
        try lab.endpoints("github.com").token,
        try lab.credentials("github.com") + [("code", code), ("redirect_uri", LabHarness.callback)])
      #expect(answer.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true)
      #expect(FormURLEncoded(parsing: answer.body)["access_token"]?.hasPrefix("gho_") == true)
    }
  }

  @Test("Deleting the grant ends every token of the person for the app, and no other's")
  func deletedGrant() async throws {
    try await LabHarness.run { lab in
      var tokens: [String] = []
      for person in ["ada", "ada", "grace"] {
        let answer = try await lab.signIn("github.com", scope: "user", [("lab_person", person)])
        tokens.append(try #require(answer["access_token"]?.stringValue))
      }
      let address = try #require(try lab.endpoints("github.com").revoke)
        .replacing("{client_id}", with: Self.app.id)
      let body = JSONWriter.text(["access_token": .string(tokens[0])])
      func delete(_ secret: String = Self.app.secret) async throws -> Int {
        try await lab.send(
          .delete, address,
          headers: [.authorization: Self.basic(secret), .contentType: "application/json"], body: body
        ).status
      }
      #expect(try await delete("no") == 401)
      #expect(try await delete() == 204)
      #expect(tokens.map { lab.lab.state.token($0) != nil } == [false, false, true])
      #expect(try await delete() == 404)
    }
  }

  @Test("Errors of the exchange come with HTTP 200")
  func errors() async throws {
    try await LabHarness.run { lab in
      let unknown = try await lab.exchange("github.com", code: "unknown")
      #expect(unknown.status == 200)
      #expect(try unknown.json["error"] == "bad_verification_code")
      #expect(try unknown.json["error_description"] == "The code passed is incorrect or expired.")
      let code = try #require(try await lab.authorize("github.com").callback["code"])
      let other = try await lab.exchange("github.com", code: code, redirectURI: "https://app.example/")
      #expect(try other.json["error"] == "redirect_uri_mismatch")
      let wrong = try await lab.post(
        try lab.endpoints("github.com").token, [("client_id", Self.app.id), ("client_secret", "no")],
        headers: [.accept: "application/json"])
      #expect(wrong.status == 200)
      #expect(try wrong.json["error"] == "incorrect_client_credentials")
    }
  }

  @Test("The check of a token knows this app's tokens only")
  func checkToken() async throws {
    try await LabHarness.run { lab in
      let url = try #require(try lab.endpoints("github.com").checkToken).replacing(
        "{client_id}", with: Self.app.id)
      func check(_ token: String, _ secret: String = Self.app.secret) async throws -> LabAnswer {
        try await lab.send(
          .post, url, headers: [.authorization: Self.basic(secret), .contentType: "application/json"],
          body: JSONWriter.text(["access_token": .string(token)]))
      }
      let own = try await lab.lab.mintAccessToken(provider: "github.com", .init(person: "alan"))
      let foreign = try await lab.lab.mintAccessToken(provider: "github.com", .init(fault: .wrongAudience))
      let answer = try await check(own)
      #expect(answer.status == 200)
      #expect(try answer.json["app"]?["client_id"]?.stringValue == Self.app.id)
      #expect(try answer.json["user"]?["login"] == "alan")
      #expect(try await check(foreign).status == 404)
      #expect(try await check(foreign).json["message"] == "Not Found")
      #expect(try await check("gho_unknown").status == 404)
      #expect(try await check(own, "wrong").status == 401)
    }
  }

  @Test("The API wants a good token, a user agent and the scope")
  func apiErrors() async throws {
    try await LabHarness.run { lab in
      let endpoints = try lab.endpoints("github.com")
      let user = try #require(endpoints.userinfo)
      let bad = try await lab.get(user, headers: .bearer("gho_no"))
      #expect(bad.status == 401)
      #expect(try bad.json["message"] == "Bad credentials")
      let token = try await lab.lab.mintAccessToken(provider: "github.com", .init(scopes: ["repo"]))
      #expect(try await lab.get(user, headers: [.authorization: "token \(token)"]).status == 403)
      #expect(try await lab.get(try #require(endpoints.emails), headers: .bearer(token)).status == 404)
    }
  }

  @Test("PKCE is verified here as well")
  func pkce() async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.authorize(
        "github.com",
        [
          ("code_challenge", LabDigest.codeChallenge(of: LabHarness.verifier)),
          ("code_challenge_method", "S256"),
        ])
      let code = try #require(answer.callback["code"])
      #expect(try await lab.exchange("github.com", code: code).json["error"] == "bad_verification_code")
      let right = try await lab.exchange("github.com", code: code, [("code_verifier", LabHarness.verifier)])
      #expect(try right.json["access_token"] != nil)
    }
  }
}
