import Identity
import IdentityWire
import Secrets
import Tokens

/// A phone number that was proved, but belongs to another account, stored under a `temporaryProof`. The proof
/// signs in to the number's account, once.
struct TemporaryProof: Sendable, Codable {
  /// Seconds.
  static let lifetime: Int64 = 3_600

  /// In E.164 format.
  var phoneNumber: String
}

extension IdentityService {
  /// `accounts:signInWithPhoneNumber`: signs in with a phone number, or adds it to the signed-in user's
  /// account.
  ///
  /// A number of another user stays in that user's account. In place of tokens, the response then contains a proof of
  /// the number for signing in to that account.
  ///
  /// - Throws: `UNSUPPORTED_TENANT_OPERATION`, `OPERATION_NOT_ALLOWED`, `MISSING_SESSION_INFO`,
  ///   `MISSING_CODE`, `MISSING_PHONE_NUMBER`, `INVALID_TEMPORARY_PROOF`, `PHONE_NUMBER_EXISTS`,
  ///   `UNSUPPORTED_FIRST_FACTOR`, `USER_DISABLED`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`; `USER_NOT_FOUND` for a
  ///   reauthentication with an unknown number; the errors of ``verifyCode(_:of:for:_:isFitting:guess:)``.
  public func signInWithPhoneNumber(_ request: SignInWithPhoneNumberRequest, _ caller: Caller)
    async throws(IdentityError) -> SignInWithPhoneNumberResponse
  {
    try requirePhoneSignIn(caller)
    if let idToken = request.idToken, !idToken.isEmpty {
      // Check the session's right to link before the code.
      try await requireLinking(idToken, caller)
    } else if request.operation == .link || request.operation == .update {
      throw .refused(.missingIDToken)
    }
    if let proof = request.temporaryProof, !proof.isEmpty, request.sessionInfo?.isEmpty != false {
      return try await redeem(proof, request, caller)
    }
    guard let sessionInfo = request.sessionInfo, !sessionInfo.isEmpty else {
      throw .refused(.missingSessionInfo)
    }
    guard let code = request.code, !code.isEmpty else { throw .refused(.missingCode) }
    let phone = try await verifyCode(code, of: sessionInfo, for: .smsCode, caller) {
      .firstFactor($0.phoneNumber)
    }
    return try await redeeming(phone, caller) {
      let proved = ProvedNumber(text: phone.verification.phoneNumber, consumptions: phone.consumptions)
      return try await settle(proved, request, caller)
    }
  }

  private struct ProvedNumber {
    var text: String
    var consumptions: [StoreWrite]
    var isByTemporaryProof = false
  }

  private func redeem(
    _ text: String, _ request: SignInWithPhoneNumberRequest, _ caller: Caller
  ) async throws(IdentityError) -> SignInWithPhoneNumberResponse {
    guard let presented = request.phoneNumber, !presented.isEmpty else {
      throw .refused(.missingPhoneNumber)
    }
    guard
      let (proof, _, consumption) = try await vault.read(
        TemporaryProof.self, text, for: .temporaryProof, scope: caller.scope, now: clock.now()),
      try Self.phoneNumber(presented) == proof.phoneNumber
    else { throw .refused(.invalidTemporaryProof) }
    let proved = ProvedNumber(
      text: proof.phoneNumber, consumptions: [consumption], isByTemporaryProof: true)
    return try await retryingConflicts {
      do {
        return try await settle(proved, request, caller)
      } catch StoreError.artifactGone {
        throw IdentityError.refused(.invalidTemporaryProof)
      }
    }
  }

  /// Decides from the stored state and writes the decision.
  private func settle(
    _ number: ProvedNumber, _ request: SignInWithPhoneNumberRequest, _ caller: Caller
  ) async throws -> SignInWithPhoneNumberResponse {
    var current: (session: UserSession, account: Account)?
    if let idToken = request.idToken, !idToken.isEmpty {
      let (token, account) = try await authenticate(idToken, caller)
      current = (token.session, account)
    }
    let owner = try await store.account(phoneNumber: number.text, in: caller.scope)
    let now = clock.now()
    let decision = try PhoneSignInDecision.decide(
      number.text, current: current, owner: owner, isByTemporaryProof: number.isByTemporaryProof,
      mayMakeAccount: request.operation != .reauthenticate, usersMaySignUp: caller.signIn.usersMaySignUp,
      secondFactors: caller.secondFactorPolicy(now: now), in: caller.scope, newID: .random(random), now: now)
    guard case .signIn(var signIn) = decision else {
      return try await makeResponseWithoutTokens(number, caller)
    }
    signIn.consumptions = number.consumptions
    let result = try await finish(signIn, caller)

    var response = SignInWithPhoneNumberResponse(phoneNumber: number.text)
    response.localId = result.account.id.rawValue
    response.isNewUser = signIn.isNew
    response.idToken = result.tokens?.idToken
    response.refreshToken = result.tokens?.refreshToken
    response.expiresIn = result.tokens?.expiresIn
    return response
  }

  private func makeResponseWithoutTokens(_ number: ProvedNumber, _ caller: Caller) async throws
    -> SignInWithPhoneNumberResponse
  {
    let now = clock.now()
    let proof = try vault.mint(
      TemporaryProof(phoneNumber: number.text), for: .temporaryProof, scope: caller.scope, now: now,
      expiresAt: now.adding(seconds: TemporaryProof.lifetime))
    try await store.apply(number.consumptions + [proof.write])
    var response = SignInWithPhoneNumberResponse(phoneNumber: number.text)
    response.temporaryProof = proof.token.text
    response.temporaryProofExpiresIn = String(TemporaryProof.lifetime)
    return response
  }
}
