import Testing

@testable import IdentityWire

@Suite("Answer writer")
struct AnswerWriterTests {
  private func text(_ answer: some AnswerMessage) -> String { String(decoding: answer.bytes, as: UTF8.self) }

  @Test("members stand in the order of the message, and what is nil is left out")
  func order() {
    var provider = ProviderUserInfo(providerId: "github.com")
    provider.rawId = "7"
    provider.screenName = "a\"b"
    var factor = MfaEnrollment(mfaEnrollmentId: "f")
    factor.totpInfo = .init()
    var user = AccountInfo(localId: "u")
    user.emailVerified = false
    user.version = 0
    user.passwordUpdatedAt = 1_753_000_000_123
    user.providerUserInfo = [provider]
    user.mfaInfo = [factor]
    user.validSince = Int64Text(1_753_000_000)
    #expect(
      text(LookupResponse(users: [user]))
        == #"{"kind":"identitytoolkit#GetAccountInfoResponse","users":[{"localId":"u","emailVerified":false,"#
        + #""version":0,"passwordUpdatedAt":1753000000123,"providerUserInfo":[{"providerId":"github.com","#
        + #""rawId":"7","screenName":"a\"b"}],"mfaInfo":[{"mfaEnrollmentId":"f","totpInfo":{}}],"#
        + #""validSince":"1753000000"}]}"#)
    #expect(text(LookupResponse(users: nil)) == #"{"kind":"identitytoolkit#GetAccountInfoResponse"}"#)
    #expect(text(EmptyMessage()) == "{}")
  }

  @Test("empty texts and lists are there")
  func empty() {
    var answer = SignInWithIdpResponse()
    answer.verifiedProvider = []
    answer.tenantId = ""
    #expect(
      text(answer)
        == #"{"kind":"identitytoolkit#VerifyAssertionResponse","context":"","verifiedProvider":[],"tenantId":""}"#
    )
  }

  /// One of each, with what it has to have.
  private static let answers: [any AnswerMessage] = [
    SignUpResponse(localId: "a"), SignInWithPasswordResponse(localId: "a"), SignInWithIdpResponse(),
    SignInWithPhoneNumberResponse(phoneNumber: "a"), SendVerificationCodeResponse(sessionInfo: "a"),
    SignInWithCustomTokenResponse(isNewUser: true),
    SignInWithEmailLinkResponse(localId: "a", isNewUser: false),
    SendOobCodeResponse(), ResetPasswordResponse(requestType: .verifyEmail),
    UpdateResponse(localId: "a", emailVerified: true), DeleteResponse(),
    CreateAuthUriResponse(sessionId: "a"),
    CreateSessionCookieResponse(sessionCookie: "a"), SignInWithGameCenterResponse(localId: "a"),
    BatchActionResponse(results: [.init(localId: "a", status: .done)], users: []),
    BatchDeleteResponse(errors: [.init(index: 1, localId: "a", message: "b")]),
    BatchGetResponse(users: [], nextPageToken: "a"),
    BatchCreateResponse(error: [.init(index: 1, message: "a")]),
    QueryResponse(recordsCount: 1, userInfo: []), RecaptchaParamsResponse(recaptchaSiteKey: "a"),
    RecaptchaConfigResponse(recaptchaEnforcementState: [.init(provider: "a", enforcementState: "b")]),
    WithdrawMFAResponse(idToken: "a", refreshToken: "b", expiresIn: "c"),
    FinalizeMFASignInResponse(idToken: "a", refreshToken: "b"),
    FinalizeMFAEnrollmentResponse(idToken: "a", refreshToken: "b"),
    ProjectConfigResponse(projectId: "a", authorizedDomains: ["b"]),
  ]

  @Test("every member that an answer has is written under its name, in its place", arguments: answers.indices)
  func members(_ index: Int) throws {
    let answer = Self.answers[index]
    let present = Mirror(reflecting: answer).children.compactMap { child -> String? in
      let value = Mirror(reflecting: child.value)
      return value.displayStyle == .optional && value.children.isEmpty ? nil : child.label
    }
    let parser = JSONParser()
    let members = try #require(try parser.members(answer.bytes))
    #expect(members.names == present)
  }
}
