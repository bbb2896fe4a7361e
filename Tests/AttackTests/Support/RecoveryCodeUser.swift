import IdentityWire
import TestSupport
import Testing

/// A user with two-step sign-in by text message, and the recovery codes that enrolling it gave.
struct RecoveryCodeUser: Sendable {
  let email: String
  let localID: String
  let factorID: String
  let session: TestSession
  let codes: [String]
}

/// A member of `mfaSignIn:finalize` that carries a recovery code.
enum RecoveryCodeWay: CaseIterable, Sendable {
  case own
  /// As the code of an authenticator app.
  case password
  /// As the code of a text message.
  case textMessage
}

extension TestServer {
  func userWithRecoveryCodes(_ email: String) async throws -> RecoveryCodeUser {
    let user = try await verifiedUser(email)
    let started = try await startPhoneEnrollment(
      user.idToken, "+1555123\(email.utf8.count)\(email.utf8.first ?? 0)")
    let sessionInfo = try text(started, "phoneSessionInfo", "sessionInfo")
    let finished = try await call2(
      "accounts/mfaEnrollment:finalize",
      [
        "idToken": .string(user.idToken),
        "phoneVerificationInfo": [
          "sessionInfo": .string(sessionInfo), "code": .string(try code(of: sessionInfo)),
        ],
      ])
    let session = TestSession(
      localID: user.localID, idToken: try text(finished, "idToken"),
      refreshToken: try text(finished, "refreshToken"))
    return RecoveryCodeUser(
      email: email, localID: user.localID,
      factorID: try #require(session.claims["firebase"]?["second_factor_identifier"]?.stringValue),
      session: session,
      codes: recoveryCodes(finished))
  }

  /// The codes of an answer; none where it has none.
  func recoveryCodes(_ answer: TestResponse) -> [String] {
    (answer.json["recoveryCodes"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  func pendingCredential(_ email: String) async throws -> String {
    try text(try await signIn(email), "mfaPendingCredential")
  }

  func proveRecoveryCode(_ code: String, of user: RecoveryCodeUser, by way: RecoveryCodeWay) async throws
    -> TestResponse
  {
    let credential = try await pendingCredential(user.email)
    switch way {
    case .own: return try await proveRecoveryCode(code, credential)
    case .password: return try await proveTOTP(credential, user.factorID, password: code)
    case .textMessage:
      let started = try await startSecondFactor(credential, user.factorID)
      return try await provePhone(
        credential, started.json["phoneResponseInfo"]?["sessionInfo"]?.stringValue ?? "x", code: code)
    }
  }

  func proveRecoveryCode(_ code: String, _ credential: String) async throws -> TestResponse {
    try await call2(
      "accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": .string(credential),
        "recoveryCodeVerificationInfo": ["recoveryCode": .string(code)],
      ])
  }
}
