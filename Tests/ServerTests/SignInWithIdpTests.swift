import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("accounts:signInWithIdp", .fewAtOnce)
struct SignInWithIdpTests {
  typealias Parameters = [(name: String, value: String)]

  /// One credential of each kind that an app can bring.
  enum Credential: String, CaseIterable, Sendable {
    case apple, facebook, facebookLimited, gitHub, google, googleAccess, openID

    var providerID: String {
      switch self {
      case .apple: "apple.com"
      case .facebook, .facebookLimited: "facebook.com"
      case .gitHub: "github.com"
      case .google, .googleAccess: "google.com"
      case .openID: "oidc.lab"
      }
    }

    func parameters(_ server: TestServer, _ person: String = "ada") async throws -> Parameters {
      let nonce = UUID().uuidString
      var options: [String: JSONValue] = ["person": .string(person)]
      switch self {
      case .facebookLimited: options["kind"] = "limited"
      case .googleAccess: options["kind"] = "access"
      default: break
      }
      let hasNonce = [.apple, .facebookLimited, .openID].contains(self)
      if hasNonce { options["rawNonce"] = .string(nonce) }
      let token = try await server.labToken(providerID, .object(options))
      let isAccess = [.facebook, .gitHub, .googleAccess].contains(self)
      return [("providerId", providerID), (isAccess ? "access_token" : "id_token", token)]
        + (hasNonce ? [("nonce", nonce)] : [])
    }
  }

  @Test("every kind of credential gives the protocol's answer")
  func answer() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Credential.allCases) { credential in
        let parameters = try await credential.parameters(server)
        let json = try await server.signInWithIdp(parameters, ["returnIdpCredential": true]).json
        #expect(json["kind"] == "identitytoolkit#VerifyAssertionResponse")
        #expect(json["context"] == "")
        #expect(json["providerId"] == .string(credential.providerID))
        #expect(json["email"] == "ada@example.com")
        #expect(json["isNewUser"] == true)
        #expect(json["expiresIn"] == "3600")
        #expect(json["localId"]?.stringValue?.utf8.count == 28)
        #expect(json["refreshToken"]?.stringValue?.isEmpty == false)
        #expect(json["pendingToken"]?.stringValue?.isEmpty == false)
        #expect(json["errorMessage"] == nil && json["needConfirmation"] == nil)
        #expect(try JSONParser().parse(json["rawUserInfo"]?.stringValue ?? "").objectValue?.isEmpty == false)
        let isAccess = parameters[1].name == "access_token"
        #expect(json[isAccess ? "oauthAccessToken" : "oauthIdToken"] == .string(parameters[1].value))
        #expect(json[isAccess ? "oauthIdToken" : "oauthAccessToken"] == nil)

        let verified: Bool = [.apple, .openID].contains(credential)
        #expect(json["emailVerified"] == .bool(verified), "\(credential)")
        if credential == .apple {
          #expect(json["displayName"] == nil && json["photoUrl"] == nil)
        } else {
          #expect(json["displayName"] == "Ada Lovelace")
          #expect(json["fullName"] == "Ada Lovelace")
          #expect(json["photoUrl"]?.stringValue?.hasPrefix("http") == true)
        }
        let rawID = try #require(
          try await server.account(json["localId"]?.stringValue ?? "")?.links.first?.rawID)
        let federatedID =
          switch credential {
          case .apple, .openID: rawID
          case .facebook, .facebookLimited: "http://facebook.com/\(rawID)"
          case .gitHub: "http://github.com/\(rawID)"
          case .google, .googleAccess: "https://accounts.google.com/\(rawID)"
          }
        #expect(json["federatedId"] == .string(federatedID))
        _ = try await server.administer("accounts:delete", ["localId": json["localId"] ?? .null])
      }
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the older clients' verifyAssertion is the same operation") { try await legacyName($0) },
    Behaviour("without autoCreate an unknown identity makes no account") { try await withoutAutoCreate($0) },
    Behaviour("a disabled user is refused and nothing is written") { try await disabledUser($0) },
    Behaviour("a trusted address takes over an account that never proved it, and the old owner is out") {
      try await takeOver($0)
    },
    Behaviour("a trusted address joins an account that proved it, which keeps everything") {
      try await merge($0)
    },
    Behaviour("whether a provider's own word on an address counts is the project's setting") {
      try await emailTrust($0)
    },
    Behaviour("several accounts per address: each identity has its own, without an address of its own") {
      try await duplicateEmails($0)
    },
    Behaviour(
      "a request that names no provider, an unknown one or no credential is refused in the known words"
    ) { try await badRequests($0) },
  ]

  @Test("a provider's credential signs in to the account that it belongs to")
  func credentials() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func legacyName(_ server: TestServer) async throws {
    let parameters = try await Credential.google.parameters(server)
    let response = try await server.send(
      "POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion?key=key",
      headers: ["Content-Type": "application/json"],
      body: JSONWriter.text([
        "requestUri": "http://localhost", "postBody": .string(FormURLEncoded(parameters).text),
        "autoCreate": true, "returnIdpCredential": true, "returnSecureToken": true,
      ]))
    #expect(try TestSession(response).claims["firebase"]?["sign_in_provider"] == "google.com")
  }

  private static func withoutAutoCreate(_ server: TestServer) async throws {
    for credential in [Credential.gitHub, .apple] {
      let response = try await server.signInWithIdp(
        try await credential.parameters(server), ["autoCreate": false])
      #expect(response.status == 400)
      #expect(response.errorMessage == "USER_NOT_FOUND")
    }
    #expect(try await server.accountCount() == 0)
  }

  private static func disabledUser(_ server: TestServer) async throws {
    let session = try TestSession(
      try await server.signInWithIdp(try await Credential.gitHub.parameters(server)))
    _ = try await server.administer(
      "accounts:update", ["localId": .string(session.localID), "disableUser": true])
    let before = try await server.account(session.localID)
    let response = try await server.signInWithIdp(try await Credential.gitHub.parameters(server))
    #expect(response.errorMessage == "USER_DISABLED")
    #expect(try await server.account(session.localID) == before)
  }

  private static func takeOver(_ server: TestServer) async throws {
    let squatter = try await server.signUp("ada@example.com", password: "squatter's password")
    _ = try await server.signInWithIdp(
      try await Credential.facebook.parameters(server, "katherine"), ["idToken": .string(squatter.idToken)])
    let owner = try await server.signInWithIdp(try await Credential.apple.parameters(server))
    #expect(try TestSession(owner).localID == squatter.localID)
    #expect(owner.json["emailVerified"] == true)

    let account = try #require(try await server.account(squatter.localID))
    #expect(account.password == nil)
    #expect(account.links.map(\.providerID) == ["apple.com"])
    #expect(
      try await server.call("accounts:lookup", ["idToken": .string(squatter.idToken)]).errorMessage
        == "TOKEN_EXPIRED")
    #expect(try await server.refresh(squatter.refreshToken).status == 400)
    let password = try await server.call(
      "accounts:signInWithPassword", ["email": "ada@example.com", "password": "squatter's password"])
    #expect(password.status == 400)
    let facebook = try await server.signInWithIdp(
      try await Credential.facebook.parameters(server, "katherine"))
    #expect(facebook.json["localId"] != .string(squatter.localID))
    #expect(try await server.lookUp(TestSession(owner).idToken)["localId"] == .string(squatter.localID))
  }

  private static func merge(_ server: TestServer) async throws {
    let session = try await server.signUp("ada@example.com", password: "owner's password")
    _ = try await server.administer(
      "accounts:update", ["localId": .string(session.localID), "emailVerified": true])
    let merged = try await server.signInWithIdp(try await Credential.apple.parameters(server))
    #expect(try TestSession(merged).localID == session.localID)
    #expect(try await server.lookUp(session.idToken)["email"] == "ada@example.com")
    let password = try await server.call(
      "accounts:signInWithPassword", ["email": "ada@example.com", "password": "owner's password"])
    #expect(password.status == 200)
  }

  private static func emailTrust(_ server: TestServer) async throws {
    let session = try await server.signUp("ada@example.com")
    _ = try await server.administer(
      "accounts:update", ["localId": .string(session.localID), "emailVerified": true])
    let held = try await server.signInWithIdp(try await Credential.gitHub.parameters(server))
    #expect(held.json["needConfirmation"] == true)
    try await server.changeProject { $0.signIn.emailTrust = .providerClaim }
    let merged = try await server.signInWithIdp(try await Credential.gitHub.parameters(server))
    #expect(try TestSession(merged).localID == session.localID)
    // Facebook claims nothing, so there is nothing to believe.
    let facebook = try await server.signInWithIdp(try await Credential.facebook.parameters(server))
    #expect(facebook.json["needConfirmation"] == true)
  }

  private static func duplicateEmails(_ server: TestServer) async throws {
    try await server.changeProject { $0.signIn.allowDuplicateEmails = true }
    var ids: Set<String> = []
    for credential in [Credential.apple, .facebook, .gitHub] {
      let response = try await server.signInWithIdp(try await credential.parameters(server))
      let id = try TestSession(response).localID
      ids.insert(id)
      #expect(response.json["email"] == "ada@example.com")
      #expect(try await server.account(id)?.email == nil)
      #expect(try await server.account(id)?.links.first?.email == "ada@example.com")
    }
    #expect(ids.count == 3)
  }

  private static func unsigned(_ claims: String) -> Parameters {
    [("providerId", "google.com"), ("id_token", claims)]
  }

  @Test("the answer tells of the user at the provider, and the account's own address where it is another")
  func profileAtTheProvider() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let user = try await server.signUp("ada@example.com")
      _ = try await server.call(
        "accounts:update",
        ["idToken": .string(user.idToken), "displayName": "Ada", "photoUrl": "https://example.com/a.png"])
      let google = Self.unsigned(
        #"{"sub":"7","email":"lovelace@gmail.com","email_verified":true,"name":"A. Lovelace","#
          + #""picture":"https://google.example/l.png"}"#)
      for more in [["idToken": .string(user.idToken)], [:]] as [[String: JSONValue]] {
        let json = try await server.signInWithIdp(google, more).json
        #expect(json["localId"] == .string(user.localID))
        #expect(json["email"] == "lovelace@gmail.com" && json["originalEmail"] == "ada@example.com")
        #expect(json["emailVerified"] == false, "of the account's address")
        #expect(json["displayName"] == "A. Lovelace" && json["fullName"] == "A. Lovelace")
        #expect(json["photoUrl"] == "https://google.example/l.png")
      }
      #expect(try await server.account(user.localID)?.displayName == "Ada")
      let other = try await server.signInWithIdp(
        Self.unsigned(#"{"sub":"8","email":"grace@gmail.com","email_verified":true}"#))
      #expect(other.json["email"] == "grace@gmail.com" && other.json["originalEmail"] == nil)
      try await server.changeProject { $0.signIn.allowDuplicateEmails = true }
      let single = try await server.signInWithIdp(google)
      #expect(single.json["email"] == "lovelace@gmail.com" && single.json["originalEmail"] == nil)
    }
  }

  @Test("who has proved the first of two factors is not told the account's own address")
  func originalEmailOfTwoFactors() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let user = try await server.verifiedUser("ada@example.com")
      let google = Self.unsigned(#"{"sub":"7","email":"lovelace@gmail.com"}"#)
      let linked = try TestSession(try await server.signInWithIdp(google, ["idToken": .string(user.idToken)]))
      _ = try await server.enrollPhone(linked, "+15551230100")
      let asked = try await server.signInWithIdp(google)
      #expect(asked.json["mfaPendingCredential"] != nil && asked.json["email"] == "lovelace@gmail.com")
      #expect(asked.status == 200 && !asked.text.contains("ada@example.com"), "\(asked.text)")
    }
  }

  private static func badRequests(_ server: TestServer) async throws {
    let invalid = "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost"
    let cases: [(JSONValue, String)] = [
      (["postBody": "providerId=github.com&access_token=x"], "MISSING_REQUEST_URI"),
      (["requestUri": "", "postBody": "providerId=github.com&access_token=x"], "MISSING_REQUEST_URI"),
      (["requestUri": "not a uri", "postBody": "providerId=github.com"], "INVALID_REQUEST_URI"),
      (["requestUri": "/path", "postBody": "providerId=github.com"], "INVALID_REQUEST_URI"),
      (["requestUri": "http://localhost"], invalid),
      (["requestUri": "http://localhost", "postBody": "access_token=x"], invalid),
      (
        ["requestUri": "http://localhost", "postBody": "providerId=unknown.example&access_token=x"], invalid
      ),
      (["requestUri": "http://localhost", "postBody": "providerId=twitter.com&access_token=x"], invalid),
      (
        [
          "requestUri": "http://localhost",
          "postBody": "providerId=twitter.com&access_token=x&oauth_token_secret=",
        ], invalid
      ),
      (["requestUri": "http://localhost", "postBody": "providerId=github.com"], invalid),
      (["requestUri": "http://localhost", "postBody": "providerId=&access_token=x"], invalid),
      (
        ["requestUri": "http://localhost", "postBody": "providerId=oidc.none&id_token=x"],
        "OPERATION_NOT_ALLOWED : The identity provider configuration is not found or not enabled."
      ),
    ]
    for (message, expected) in cases {
      let response = try await server.call("accounts:signInWithIdp", message)
      #expect(response.status == 400, "\(message)")
      #expect(response.errorMessage == expected, "\(message)")
    }
    let pending = try await server.call(
      "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingIdToken": "x"])
    #expect(pending.status == 501)
    #expect(try await server.accountCount() == 0)
  }

  @Test("a link is refused for its session before the provider is asked")
  func badSession() async throws {
    try await TestServer.run { server in
      let parameters = try await Credential.gitHub.parameters(server)
      let refused = try await server.signInWithIdp(parameters, ["idToken": "not.a.token"])
      #expect(refused.errorMessage == "INVALID_ID_TOKEN")
      #expect(try await server.requestCount("github.com", endpoint: "check_token") == 0)
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("unsigned credentials are believed only where a development server was told to")
  func unsignedCredentials() async throws {
    let claims = #"{"sub":"x-1","email":"x@example.com","email_verified":true}"#
    let parameters: Parameters = [("providerId", "google.com"), ("id_token", claims)]
    try await TestServer.run { server in
      let response = try await server.signInWithIdp(parameters)
      #expect(response.status == 400)
      #expect(try await server.accountCount() == 0)
    }
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      #expect(try await server.signInWithIdp(parameters).json["email"] == "x@example.com")
      // Real ones are verified all the same.
      let forged = try await server.labToken("google.com", ["fault": "wrong-signature"])
      let refused = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", forged)])
      #expect(refused.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
    }
  }
}
