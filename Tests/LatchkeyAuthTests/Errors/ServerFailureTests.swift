import Foundation
import Testing

@testable import LatchkeyAuth

@Suite("Errors of the server")
struct ServerFailureTests {
  private func body(_ message: String, reason: String = "invalid") throws -> Data {
    let error: [String: Any] = [
      "code": 400, "message": message,
      "errors": [["message": message, "reason": reason, "domain": "global"]],
    ]
    return try JSONSerialization.data(withJSONObject: ["error": error])
  }

  private func error(_ message: String, reason: String = "invalid") throws -> AuthError {
    ServerErrors.error(status: 400, body: try body(message, reason: reason))
  }

  private func inner(_ error: AuthError) throws -> NSError {
    let inner = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(error.authErrorCode == .internalError)
    #expect(inner.domain == "FIRAuthInternalErrorDomain")
    return inner
  }

  @Test("each documented answer of each endpoint becomes its code", arguments: DocumentedAnswer.all)
  func documented(_ row: DocumentedAnswer) throws {
    let error = try error(row.message, reason: row.reason)
    #expect(error.authErrorCode == row.code)
    #expect(error.serverMessage == row.message.trimmingCharacters(in: .whitespaces))
    #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == row.code.name)
  }

  @Test("each message of the table becomes its code", arguments: DocumentedCode.all)
  func messages(_ row: DocumentedCode) throws {
    for message in row.messages {
      let error = try error(message)
      #expect(error.authErrorCode == row.code, "\(message)")
      #expect(error.localizedDescription == row.code.sentence, "\(message)")
      #expect(ServerErrors.error(message: message).authErrorCode == row.code, "\(message)")
    }
  }

  @Test("the table has the 59 messages that FirebaseAuth knows")
  func count() {
    #expect(Set(DocumentedCode.all.flatMap(\.messages)) == Set(ServerMessage.codes.keys))
    #expect(ServerMessage.codes.count == 59)
    #expect(Set(ServerMessage.furtherCodes.keys).isDisjoint(with: ServerMessage.codes.keys))
  }

  @Test("messages whose code FirebaseAuth never uses get it here", arguments: ServerMessage.furtherCodes)
  func further(_ message: String, _ code: AuthErrorCode) throws {
    #expect(try error(message).authErrorCode == code)
  }

  @Test("a detail takes the place of the description")
  func detail() throws {
    let error = try error("INVALID_CUSTOM_TOKEN : It expired at 12:30: sorry ")
    #expect(error.localizedDescription == "It expired at 12:30: sorry")
    let policy = try self.error(
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS:Missing password requirements: [9 characters]")
    #expect(policy.authErrorCode == .passwordDoesNotMeetRequirements)
    #expect(policy.localizedDescription == "Missing password requirements: [9 characters]")
    let plain = try self.error("PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
    #expect(plain.localizedDescription == AuthErrorCode.passwordDoesNotMeetRequirements.sentence)
  }

  @Test("the detail of a weak password is the failure reason")
  func weakPassword() throws {
    let error = try error("WEAK_PASSWORD : Password should be at least 6 characters")
    #expect(error.localizedFailureReason == "Password should be at least 6 characters")
    #expect(error.localizedDescription == AuthErrorCode.weakPassword.sentence)
    #expect(try self.error("WEAK_PASSWORD : ").localizedFailureReason == nil)
  }

  @Test(
    "the detail of these is left out",
    arguments: [
      "EMAIL_EXISTS", "TENANT_ID_MISMATCH", "UNSUPPORTED_TENANT_OPERATION", "MISSING_IOS_APP_TOKEN",
    ])
  func ignored(_ name: String) throws {
    let error = try error("\(name) : something")
    #expect(error.localizedDescription == error.authErrorCode?.sentence)
  }

  @Test("a blocking function speaks with the message in its JSON, or with the detail")
  func blockingFunction() throws {
    let name = "BLOCKING_FUNCTION_ERROR_RESPONSE"
    let json = #"{"error":{"details":{"a":"}"},"message":"Not from \"here\".","status":"PERMISSION_DENIED"}}"#
    let said = try error("\(name) : HTTP Cloud Function returned an error: \(json) and { more }")
    #expect(said.authErrorCode == .blockingCloudFunctionError)
    #expect(said.localizedDescription == #"Not from "here"."#)
    let sentence = AuthErrorCode.blockingCloudFunctionError.sentence
    #expect(try error(name).localizedDescription == sentence)
    #expect(try error("\(name) : {\"error\":{}}").localizedDescription == sentence)
    #expect(try error("\(name) : ((Deadline exceeded.))").localizedDescription == "((Deadline exceeded.))")
    #expect(try error("\(name) : {broken").localizedDescription == "{broken")
  }

  @Test(
    "an unknown message is an internal error around the server's dictionary, and names the server's code",
    arguments: [
      "CAPTCHA_REQUIRED", "CAPTCHA_REQUIRED_INVALID_PASSWORD", "MISSING_PASSWORD", "MISSING_API_KEY",
    ])
  func unknown(_ message: String) throws {
    let error = try error(message)
    let inner = try inner(error)
    #expect(inner.code == 3)
    let answer = inner.userInfo["FIRAuthErrorUserInfoDeserializedResponseKey"] as? [String: Any]
    #expect(answer?["message"] as? String == message)
    #expect(answer?["code"] as? Int == 400)
    #expect((inner.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 400)
    #expect(error.localizedDescription == "The server refused the request (\(message)).")
    #expect(error.serverMessage == message)
  }

  @Test("a message that is no code is not put into the description")
  func sentence() throws {
    let error = try error("The request is missing a valid API key.")
    #expect(error.localizedDescription == AuthErrorCode.internalError.sentence)
    #expect(error.serverMessage == "The request is missing a valid API key.")
    #expect(try self.error("API key not valid. Please pass a valid API key.").authErrorCode == .invalidAPIKey)
  }

  @Test("an error without message, and one that is no object, are internal errors with what came")
  func noMessage() throws {
    let bare = try inner(ServerErrors.error(status: 400, body: Data(#"{"error":{"code":400}}"#.utf8)))
    #expect(bare.code == 3)
    let answer = bare.userInfo["FIRAuthErrorUserInfoDeserializedResponseKey"] as? [String: Any]
    #expect(answer?["code"] as? Int == 400)
    let array = try inner(ServerErrors.error(status: 500, body: Data("[]".utf8)))
    #expect(array.code == 3)
    #expect((array.userInfo["FIRAuthErrorUserInfoDeserializedResponseKey"] as? [Any])?.isEmpty == true)
    let oauth = try inner(ServerErrors.error(status: 400, body: Data(#"{"error":"invalid_grant"}"#.utf8)))
    #expect(oauth.code == 3)
  }

  @Test(
    "an error page is an internal error with its data; an empty one means that the server was not reached")
  func notJSON() throws {
    let page = Data("<html>Bad gateway</html>".utf8)
    let inner = try inner(ServerErrors.error(status: 502, body: page))
    #expect(inner.code == 3)
    #expect(inner.userInfo["FIRAuthErrorUserInfoDataKey"] as? Data == page)
    let empty = ServerErrors.error(status: 503, body: Data())
    #expect(empty.authErrorCode == .networkError)
    let status = empty.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(status?.domain == "com.google.HTTPStatus")
    #expect(status?.code == 503)
    #expect(ServerErrors.error(status: 429, body: page).authErrorCode == .tooManyRequests)
    #expect(ServerErrors.error(status: 429, body: Data("{}".utf8)).authErrorCode == .tooManyRequests)
  }

  @Test("what the transport threw lies under networkError")
  func network() {
    let offline = URLError(
      .notConnectedToInternet, userInfo: [NSLocalizedDescriptionKey: "No\u{1B}\nnetwork"])
    let error = ServerErrors.network(offline)
    #expect(error.authErrorCode == .networkError && error.localizedFailureReason == "No  network")
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(underlying?.domain == NSURLErrorDomain)
    #expect(underlying?.code == URLError.notConnectedToInternet.rawValue)
    #expect(ServerErrors.network(AuthError(.webContextCancelled)).authErrorCode == .webContextCancelled)
  }

  @Test("a successful answer that cannot be read is an internal error that says how")
  func malformed() throws {
    let text = try inner(ServerErrors.malformedAnswer(Data("OK".utf8)))
    #expect(text.code == 4)
    #expect(text.userInfo["FIRAuthErrorUserInfoDataKey"] as? Data == Data("OK".utf8))
    #expect((text.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == NSCocoaErrorDomain)
    let array = try inner(ServerErrors.malformedAnswer(Data("[]".utf8)))
    #expect(array.code == 4)
    #expect((array.userInfo["FIRAuthErrorUserInfoDeserializedResponseKey"] as? [Any])?.isEmpty == true)
    let object = try inner(ServerErrors.malformedAnswer(Data(#"{"kind":"x"}"#.utf8)))
    #expect(object.code == 5)
    let answer = object.userInfo["FIRAuthErrorUserInfoDeserializedResponseKey"] as? [String: Any]
    #expect(answer?["kind"] as? String == "x")
  }

  @Test("no error carries what is secret in an answer")
  func secrets() throws {
    let answer = #"{"localId":"u","idToken":"s3cret","mfa":[{"mfa_pending_credential":"s3cret"}]}"#
    for data in [Data(answer.utf8), Data(answer.utf8.dropLast(3))] {
      let errors = [ServerErrors.malformedAnswer(data), ServerErrors.error(status: 400, body: data)]
      for error in errors {
        var text = ""
        dump(error, to: &text)
        dump(try inner(error).userInfo, to: &text)
        text += "\(try inner(error))"
        #expect(!text.contains("s3cret"))
        let bytes = try inner(error).userInfo["FIRAuthErrorUserInfoDataKey"]
        #expect(bytes == nil)
      }
    }
    let kept = try inner(ServerErrors.malformedAnswer(Data(answer.utf8)))
    let members = kept.userInfo["FIRAuthErrorUserInfoDeserializedResponseKey"] as? [String: Any]
    #expect(members?["localId"] as? String == "u")
    #expect(members?["idToken"] as? String == "…")
  }

  @Test("a server's text is bounded and cannot steer a terminal")
  func hostileText() throws {
    let error = try error("INVALID_EMAIL : \u{1B}[2J\(String(repeating: "x", count: 100_000))\n")
    #expect(error.localizedDescription.utf8.count <= 4096)
    #expect(error.localizedDescription.hasPrefix("[2Jxx"))
    let page = try inner(ServerErrors.error(status: 500, body: Data(repeating: 0x78, count: 5 << 20)))
    #expect((page.userInfo["FIRAuthErrorUserInfoDataKey"] as? Data)?.count == 64 << 10)
  }
}
