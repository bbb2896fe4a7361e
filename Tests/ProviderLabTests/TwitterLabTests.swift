import Crypto
import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("X")
struct TwitterLabTests {
  private static let app = ProviderLab.clients.twitter

  /// Signs a request by hand. Changes come after that, so that they break the signature.
  private struct Signed {
    var method = "POST"
    var url: String
    var parameters: [(name: String, value: String)] = []
    var secret = TwitterLabTests.app.secret
    var tokenSecret = ""
    var clientID = TwitterLabTests.app.id
    var nonce = UUID().uuidString
    var timestamp: Int64
    /// In the place of the right one.
    var signature: String?

    private static func encode(_ text: String) -> String { FormURLEncoded.encode(text) }

    var header: String {
      let header =
        parameters + [
          ("oauth_consumer_key", clientID), ("oauth_nonce", nonce),
          ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", String(timestamp)),
          ("oauth_version", "1.0"),
        ]
      let parts = url.split(separator: "?", maxSplits: 1).map(String.init)
      let query = parts.count > 1 ? FormURLEncoded(parsing: parts[1]).pairs : []
      let normal = (header + query).map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.sorted()
        .joined(separator: "&")
      let base = [method, parts[0], normal].map(Self.encode).joined(separator: "&")
      let code = HMAC<Insecure.SHA1>.authenticationCode(
        for: Data(base.utf8),
        using: SymmetricKey(data: Data("\(Self.encode(secret))&\(Self.encode(tokenSecret))".utf8)))
      let all = header + [("oauth_signature", signature ?? Data(code).base64EncodedString())]
      return "OAuth " + all.map { "\($0.name)=\"\(Self.encode($0.value))\"" }.joined(separator: ", ")
    }

    func send(_ lab: LabHarness) async throws -> LabAnswer {
      try await lab.send(method == "GET" ? .get : .post, url, headers: [.authorization: header])
    }
  }

  private static func begin(
    _ lab: LabHarness, callback: String = LabHarness.callback + "?state=s-1",
    _ change: (inout Signed) -> Void = { _ in }
  ) async throws -> LabAnswer {
    var request = Signed(
      url: try #require(try lab.endpoints("twitter.com").requestToken),
      parameters: [("oauth_callback", callback)], timestamp: Int64(lab.clock.now.timeIntervalSince1970))
    change(&request)
    return try await request.send(lab)
  }

  private static func redeem(
    _ lab: LabHarness, _ temporary: FormURLEncoded, _ callback: FormURLEncoded,
    _ change: (inout Signed) -> Void = { _ in }
  ) async throws -> LabAnswer {
    var request = Signed(
      url: try lab.endpoints("twitter.com").token,
      parameters: [
        ("oauth_token", temporary["oauth_token"] ?? ""), ("oauth_verifier", callback["oauth_verifier"] ?? ""),
      ], tokenSecret: temporary["oauth_token_secret"] ?? "",
      timestamp: Int64(lab.clock.now.timeIntervalSince1970))
    change(&request)
    return try await request.send(lab)
  }

  private static func approve(
    _ lab: LabHarness, _ temporary: FormURLEncoded, _ extra: [(String, String)] = [("lab_person", "ada")]
  ) async throws -> LabAnswer {
    try await lab.get(
      try lab.endpoints("twitter.com").authorization,
      [("oauth_token", temporary["oauth_token"] ?? "")] + extra)
  }

  private static func profile(
    _ lab: LabHarness, _ token: String, _ secret: String, query: String = "?include_email=true",
    _ change: (inout Signed) -> Void = { _ in }
  ) async throws -> LabAnswer {
    var request = Signed(
      method: "GET", url: try #require(try lab.endpoints("twitter.com").userinfo) + query,
      parameters: [("oauth_token", token)], tokenSecret: secret,
      timestamp: Int64(lab.clock.now.timeIntervalSince1970))
    change(&request)
    return try await request.send(lab)
  }

  @Test("the flow ends in a token with its secret, and in the profile with the id as text")
  func flow() async throws {
    try await LabHarness.run { lab in
      let begun = try await Self.begin(lab)
      #expect(begun.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true)
      let temporary = FormURLEncoded(parsing: begun.body)
      #expect(temporary["oauth_callback_confirmed"] == "true")
      let answer = try await Self.approve(lab, temporary)
      #expect(answer.headers[.location]?.hasPrefix(LabHarness.callback + "?state=s-1&oauth_token=") == true)
      #expect(answer.callback["oauth_token"] == temporary["oauth_token"])
      let tokens = FormURLEncoded(parsing: try await Self.redeem(lab, temporary, answer.callback).body)
      #expect(tokens["screen_name"] == "ada")
      let profile = try await Self.profile(
        lab, tokens["oauth_token"] ?? "", tokens["oauth_token_secret"] ?? "")
      let user = try profile.json
      #expect(user["id_str"]?.stringValue == tokens["user_id"])
      #expect(user["id"]?.integerValue.map(String.init) == tokens["user_id"])
      #expect(user["email"] == "ada@example.com" && user["screen_name"] == "ada")
      let without = try await Self.profile(
        lab, tokens["oauth_token"] ?? "", tokens["oauth_token_secret"] ?? "", query: "")
      #expect(try without.json["email"] == nil)
    }
  }

  @Test("every signature is verified, each time stamp is of now, and each nonce is new")
  func signatures() async throws {
    try await LabHarness.run { lab in
      func code(_ change: (inout Signed) -> Void) async throws -> Int64? {
        let answer = try await Self.begin(lab, change)
        #expect(answer.status == 401 || answer.status == 200, "\(answer.body)")
        return answer.status == 200 ? nil : try answer.errorCode
      }
      #expect(try await code { _ in } == nil)
      #expect(try await code { $0.secret = "another" } == 32)
      #expect(try await code { $0.tokenSecret = "unexpected" } == 32)
      #expect(try await code { $0.signature = "" } == 32)
      #expect(try await code { $0.signature = "74KNZJeDHnMBp0EMJ9ZHt/XKycU=" } == 32)
      #expect(try await code { $0.clientID = "unknown" } == 32)
      #expect(try await code { $0.nonce = "" } == 32)
      #expect(try await code { $0.timestamp -= 301 } == 135)
      #expect(try await code { $0.timestamp += 301 } == 135)
      #expect(try await code { $0.nonce = "once" } == nil)
      #expect(try await code { $0.nonce = "once" } == 32)
      let unsigned = try await lab.post(
        try #require(try lab.endpoints("twitter.com").requestToken), [("oauth_callback", LabHarness.callback)]
      )
      #expect(unsigned.status == 400)
      #expect(try unsigned.errorCode == 215)
    }
  }

  @Test("what was signed is what counts: another query, token or verifier breaks the signature")
  func changedAfterwards() async throws {
    try await LabHarness.run { lab in
      let token = try await lab.lab.mintAccessToken(provider: "twitter.com")
      var request = Signed(
        method: "GET", url: try #require(try lab.endpoints("twitter.com").userinfo),
        parameters: [("oauth_token", token)], tokenSecret: lab.lab.tokenSecret(of: token),
        timestamp: Int64(lab.clock.now.timeIntervalSince1970))
      let header = request.header
      let answer = try await lab.get(
        request.url, [("include_email", "true")], headers: [.authorization: header])
      #expect(answer.status == 401)
      request.nonce = "another"
      #expect(try await request.send(lab).status == 200)
    }
  }

  @Test("an address to come back to is https or loopback, and refused in XML otherwise")
  func callbacks() async throws {
    try await LabHarness.run { lab in
      for callback in ["http://app.example/", "", "oob"] {
        let answer = try await Self.begin(lab, callback: callback)
        #expect(answer.status == 403 && answer.body.contains("<error code=\"415\">"), "\(callback)")
      }
      #expect(try await Self.begin(lab, callback: "https://app.example/?a=b").status == 200)
    }
  }

  @Test("a refusal comes back as denied, and ends the temporary credentials")
  func denial() async throws {
    try await LabHarness.run { lab in
      let temporary = FormURLEncoded(parsing: try await Self.begin(lab).body)
      let denied = try await Self.approve(lab, temporary, [("lab_deny", "1")])
      #expect(denied.callback["denied"] == temporary["oauth_token"])
      #expect(denied.callback["oauth_verifier"] == nil && denied.callback["state"] == "s-1")
      #expect(try await Self.approve(lab, temporary).status == 400)
    }
  }

  @Test("the page shows the app and offers the faults that can show; unknown and late tokens get none")
  func page() async throws {
    try await LabHarness.run { lab in
      let temporary = FormURLEncoded(parsing: try await Self.begin(lab).body)
      let page = try await Self.approve(lab, temporary, [("force_login", "true")])
      #expect(page.status == 200 && page.body.contains(Self.app.id))
      #expect(page.body.contains("data-parameter=\"force_login\""))
      for fault in ["other-user", "numeric-id", "other-oauth-token", "reused-code", "http-500"] {
        #expect(page.body.contains("id=\"fault-\(fault)\""), "\(fault)")
      }
      for fault in ["wrong-nonce", "callback-not-confirmed", "unsigned"] {
        #expect(!page.body.contains("id=\"fault-\(fault)\""), "\(fault)")
      }
      #expect(try await Self.approve(lab, FormURLEncoded([("oauth_token", "unknown")])).status == 400)
      lab.clock.advance(by: 1_801)
      #expect(try await Self.approve(lab, temporary).status == 400)
    }
  }

  @Test("a verifier is redeemed once, with its own credentials")
  func verifier() async throws {
    try await LabHarness.run { lab in
      let temporary = FormURLEncoded(parsing: try await Self.begin(lab).body)
      let early = try await Self.redeem(lab, temporary, FormURLEncoded([("oauth_verifier", "x")]))
      #expect(early.status == 401)
      let callback = try await Self.approve(lab, temporary).callback
      let other = FormURLEncoded(parsing: try await Self.begin(lab).body)
      #expect(try await Self.redeem(lab, other, callback).status == 401)
      #expect(try await Self.redeem(lab, temporary, callback) { $0.tokenSecret = "x" }.status == 401)
      #expect(try await Self.redeem(lab, temporary, callback).status == 200)
      #expect(try await Self.redeem(lab, temporary, callback).status == 401)
    }
  }

  @Test("a minted token comes with its secret; another app's is none of ours")
  func minting() async throws {
    try await LabHarness.run { lab in
      let minted = try await lab.control(.post, "token/twitter.com", ["person": "grace"]).json
      let (token, secret) = (
        try #require(minted["accessToken"]?.stringValue), try #require(minted["tokenSecret"]?.stringValue)
      )
      #expect(try await Self.profile(lab, token, secret).json["screen_name"] == "grace")
      #expect(try await Self.profile(lab, token, "x").status == 401)
      let foreign = try await lab.lab.mintAccessToken(provider: "twitter.com", .init(fault: .wrongAudience))
      let refused = try await Self.profile(lab, foreign, lab.lab.tokenSecret(of: foreign))
      #expect(try refused.errorCode == 89)
      for kind in ["id", "code"] {
        let answer = try await lab.control(.post, "token/twitter.com", ["kind": .string(kind)])
        #expect(answer.status == 400, "\(kind)")
      }
      let numeric = try await lab.lab.mintAccessToken(provider: "twitter.com", .init(fault: .numericID))
      let user = try await Self.profile(lab, numeric, lab.lab.tokenSecret(of: numeric)).json
      #expect(user["id_str"] == nil && user["id"]?.integerValue != nil)
    }
  }

  @Test("what is recorded of a request holds no token and no verifier")
  func recorded() async throws {
    try await LabHarness.run { lab in
      let temporary = FormURLEncoded(parsing: try await Self.begin(lab).body)
      _ = try await Self.approve(lab, temporary)
      let requests = try await lab.control(.get, "requests?provider=twitter.com")
      #expect(!requests.body.contains(temporary["oauth_token"] ?? "none"))
      #expect(requests.body.contains("request_token"))
    }
  }
}

extension LabAnswer {
  /// The code of the first error in X's form.
  fileprivate var errorCode: Int64? {
    get throws { try json["errors"]?.arrayValue?.first?["code"]?.integerValue }
  }
}
