import Crypto
import CryptoExtras
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Blocking functions", .fewAtOnce)
struct BlockingFunctionTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a function is told in a message that the published keys verify, and that is no ID token") {
      try await message($0)
    },
    Behaviour("what the mask names is changed, and cleared where it has no value or null; nothing else is") {
      try await mask($0)
    },
    Behaviour("session claims are the sign-in's alone: they survive a refresh and are not the account's") {
      try await sessionClaims($0)
    },
    Behaviour("a function that refuses keeps the account from being made, and its own words reach the user") {
      try await refusal($0)
    },
    Behaviour("an answer that is none of a function's is refused and not repeated") {
      try await malformed($0)
    },
    Behaviour("claims that are not to be had are refused, and so are too many") { try await claims($0) },
  ]

  @Test("a function is told who comes, and changes or refuses what it may")
  func functions() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func message(_ server: TestServer) async throws {
    try await FunctionServer.run { functions in
      try await server.setFunctions(functions, ["beforeCreate"])
      let session = try await server.signUp("ada@example.com")
      let jwt = try #require(functions.messages("beforeCreate").first)
      let token = try UnverifiedJWT(jwt)
      let keys = try await server.send("GET", "/.well-known/jwks.json").json["keys"]?.arrayValue ?? []
      let key = try #require(keys.first { $0["kid"]?.stringValue == token.keyID })
      let modulus = try #require(key["n"]?.stringValue.flatMap { Base64URL.decode($0) })
      let exponent = try #require(key["e"]?.stringValue.flatMap { Base64URL.decode($0) })
      let publicKey = try _RSA.Signing.PublicKey(n: modulus, e: exponent)
      #expect(
        publicKey.isValidSignature(
          .init(rawRepresentation: Data(token.signature)), for: SHA256.hash(data: token.signingInput),
          padding: .insecurePKCS1v1_5))
      let claims = token.claims
      #expect(claims["aud"]?.stringValue == functions.uri("beforeCreate"))
      #expect(claims["iss"] == "https://securetoken.google.com/example")
      #expect(claims["sub"]?.stringValue == session.localID)
      #expect(claims["ip_address"] == "127.0.0.1")
      #expect(claims["user_record"]?["email"] == "ada@example.com")
      #expect(claims["user_record"]?["provider_data"]?.arrayValue?.first?["provider_id"] == "password")
      #expect(claims["user_record"]?["metadata"]?["creation_time"]?.integerValue != nil)
      #expect(!JSONWriter.text(.object(claims)).contains("correct horse"))
      let misused = try await server.call("accounts:lookup", ["idToken": .string(jwt)])
      #expect(misused.errorMessage == "INVALID_ID_TOKEN")
    }
  }

  private static func mask(_ server: TestServer) async throws {
    try await FunctionServer.run { functions in
      let made = try await server.call(
        "accounts:signUp",
        [
          "email": "ada@example.com", "password": "correct horse", "displayName": "Ada",
          "photoUrl": "https://example.com/a.png",
        ])
      let id = try TestSession(made).localID
      try await server.setFunctions(functions)
      functions.answer(
        "beforeSignIn",
        #"{"userRecord":{"updateMask":"displayName,emailVerified,customClaims,lunch","emailVerified":true,"#
          + #""customClaims":{"role":"editor"},"photoUrl":"https://evil.example/"}}"#)
      let signedIn = try TestSession(
        try await server.call(
          "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"]))
      #expect(signedIn.claims["role"] == "editor" && signedIn.claims["name"] == nil)
      let account = try #require(try await server.account(id))
      #expect(account.displayName == nil && account.photoURL == "https://example.com/a.png")
      #expect(account.emailVerified && account.customAttributes == #"{"role":"editor"}"#)
      functions.answer(
        "beforeSignIn", #"{"userRecord":{"updateMask":"customClaims,photoUrl","photoUrl":null}}"#)
      _ = try await server.call(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"])
      let cleared = try await server.account(id)
      #expect(cleared?.customAttributes == nil && cleared?.photoURL == nil)
    }
  }

  private static func sessionClaims(_ server: TestServer) async throws {
    try await FunctionServer.run { functions in
      try await server.setFunctions(functions)
      let answer = #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":{"desk":7}}}"#
      functions.answer("beforeCreate", answer)
      let first = try await server.signUp("ada@example.com")
      #expect(first.claims["desk"] == nil)
      functions.answer("beforeSignIn", answer)
      let session = try TestSession(
        try await server.call(
          "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"]))
      #expect(session.claims["desk"] == 7)
      let refreshed = try await server.refresh(session.refreshToken).json["id_token"]?.stringValue ?? ""
      #expect(try UnverifiedJWT(refreshed).claims["desk"] == 7)
      #expect(try await server.account(session.localID)?.customAttributes == nil)
    }
  }

  private static func refusal(_ server: TestServer) async throws {
    try await FunctionServer.run { functions in
      try await server.setFunctions(functions)
      functions.answer(
        "beforeCreate", status: 403,
        #"{"error":{"code":403,"message":"Only ours.","status":"PERMISSION_DENIED","secret":"s3"}}"#)
      let answer = try await server.call(
        "accounts:signUp", ["email": "ada@example.com", "password": "correct horse"])
      #expect(answer.status == 400)
      #expect(
        answer.errorMessage == "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: "
          + #"{"error":{"code":403,"message":"Only ours.","status":"PERMISSION_DENIED"}}"#)
      #expect(try await server.accountCount() == 0)
    }
  }

  private static func malformed(_ server: TestServer) async throws {
    try await FunctionServer.run { functions in
      try await eachCase(
        of: [
          (200, "<html>internal-host-7</html>"), (200, ""), (200, "[]"), (200, #"{"userRecord":[]}"#),
          (200, #"{"userRecord":{"displayName":"x"}}"#),
          (200, #"{"userRecord":{"updateMask":"disabled","disabled":"internal-host-7"}}"#),
          (200, #"{"userRecord":{"updateMask":"customClaims","customClaims":"internal-host-7"}}"#),
          (500, "<html>internal-host-7</html>"), (404, #"{"message":"internal-host-7"}"#), (204, ""),
          (201, "{}"),
          (200, String(repeating: " ", count: 70_000)),
        ] as [(Int, String)]
      ) { status, text in
        try await server.setFunctions(functions)
        functions.answer("beforeSignIn", status: status, text)
        let answer = try await server.call(
          "accounts:signUp", ["email": "ada@example.com", "password": "correct horse"])
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.errorMessage?.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE : ") == true)
        #expect(!answer.text.contains("internal-host-7"))
        #expect(try await server.accountCount() == 0)
      }
    }
  }

  private static func claims(_ server: TestServer) async throws {
    try await FunctionServer.run { functions in
      try await server.setFunctions(functions)
      let long = String(repeating: "x", count: 1_001)
      for kind in ["customClaims", "sessionClaims"] {
        for (claims, error) in [
          (#"{"sub":"other"}"#, "FORBIDDEN_CLAIM : sub"),
          (#"{"firebase":{}}"#, "FORBIDDEN_CLAIM : firebase"),
          (#"{"a":"\#(long)"}"#, "CLAIMS_TOO_LARGE"),
        ] {
          functions.answer(
            "beforeSignIn", #"{"userRecord":{"updateMask":"\#(kind)","\#(kind)":\#(claims)}}"#)
          let answer = try await server.call(
            "accounts:signUp", ["email": "ada@example.com", "password": "correct horse"])
          #expect(answer.errorMessage == error, "\(kind) \(claims.prefix(30))")
        }
      }
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("a function that does not answer is not waited for, and lets nobody in")
  func silence() async throws {
    var options = TestServer.Options()
    options.functionTimeout = .milliseconds(300)
    try await StubListener.run(answering: "") { silent in
      let port = silent.port
      try await TestServer.run(options) { server in
        _ = try await server.configure(
          "PATCH", "config?updateMask=blockingFunctions",
          [
            "blockingFunctions": [
              "triggers": ["beforeSignIn": ["functionUri": .string("http://127.0.0.1:\(port)/f")]]
            ]
          ])
        let answer = try await server.call(
          "accounts:signUp", ["email": "ada@example.com", "password": "correct horse"])
        #expect(answer.status == 400)
        #expect(
          answer.errorMessage == "BLOCKING_FUNCTION_ERROR_RESPONSE : Cloud function deadline exceeded.")
        #expect(try await server.accountCount() == 0)
      }
    }
  }

  @Test("a provider's tokens are forwarded as the project says, each by its own flag")
  func forwarding() async throws {
    try await FunctionServer.run { functions in
      var options = TestServer.Options()
      options.acceptsUnsignedCredentials = true
      try await TestServer.run(options) { server in
        for (flag, claim) in [("idToken", "oauth_id_token"), ("accessToken", "oauth_access_token")] {
          try await server.setFunctions(functions, ["beforeSignIn"], forward: [flag: true])
          let signedIn = try await server.signInWithIdp([
            ("providerId", "google.com"), ("access_token", "access"),
            ("id_token", #"{"sub":"1","email":"ada@gmail.com","email_verified":true}"#),
          ])
          #expect(signedIn.status == 200, "\(signedIn.text)")
          let call = try #require(functions.calls("beforeSignIn").last)
          for name in ["oauth_id_token", "oauth_access_token", "oauth_refresh_token"] {
            #expect((call[name] != nil) == (name == claim), "\(flag): \(name)")
          }
          #expect(call["sign_in_method"] == "google.com")
          #expect(call["raw_user_info"]?.stringValue?.contains("ada@gmail.com") == true)
        }
      }
    }
  }
}
