import Identity
import IdentityWire
import Messaging
import Secrets

/// A code that was sent to a number and has yet to come back: what a `sessionInfo` stands for. A wrong code
/// does not use it up.
struct PhoneVerification: Sendable, Codable {
  /// Seconds for which the code is good.
  static let lifetime: Int64 = 600
  /// Seconds for which a code that is no longer good can be told from one that never was.
  static let memory: Int64 = 3_600

  /// E.164.
  var phoneNumber: String
  var code: String
  var expiresAt: Instant
  /// The account whose second factor the number is, or is to be; nil where the number is to sign in by
  /// itself.
  var accountID: AccountID?
  /// The second factor, where it is one already.
  var enrollmentID: String?
  /// Hash of the pending sign-in that the code is to complete.
  var pendingCredential: [UInt8]?

  /// Six digits, each number equally likely.
  static func randomCode(_ random: some RandomSource) -> String {
    while true {
      let number = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      // What is left of 2^32 above a multiple of a million would make some codes likelier.
      guard number < 4_294_000_000 else { continue }
      let text = String(number % 1_000_000)
      return String(repeating: "0", count: 6 - text.count) + text
    }
  }
}

/// A number that was proved by its code.
struct VerifiedPhone: Sendable {
  var verification: PhoneVerification
  var sessionInfo: String
  /// To be applied with what the proof allows.
  var consumptions: [StoreWrite]
}

extension IdentityService {
  /// Makes a code and sends it.
  ///
  /// A test number always has the same code, and is sent nothing. About the messages to others the project's function
  /// `beforeSendSms` is asked.
  ///
  /// - Parameter complete: adds what the code is bound to.
  /// - Returns: the `sessionInfo`.
  /// - Throws: `OPERATION_NOT_ALLOWED` for a number of a region that is not enabled, or without an SMS gateway,
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER` when too many are sent, `QUOTA_EXCEEDED` when the project's are used up,
  ///   `BLOCKING_FUNCTION_ERROR_RESPONSE`.
  func sendCode(
    to number: String, for purpose: ArtifactPurpose, _ caller: Caller,
    _ complete: (inout PhoneVerification) -> Void = { _ in }
  ) async throws(IdentityError) -> String {
    let testCode = caller.signIn.testCode(of: number)
    var tries: [StoreWrite] = []
    if testCode == nil {
      try requireDelivery(by: .sms)
      guard caller.signIn.smsRegions?.allows(number) ?? true else {
        throw .refused(
          .operationNotAllowed,
          "SMS unable to be sent until this region enabled by the app developer.")
      }
      tries = try await consult(
        about: .sms(purpose, to: number), counting: textMessage(to: number, caller, now: clock.now()), caller)
    }
    let now = clock.now()
    var verification = PhoneVerification(
      phoneNumber: number, code: testCode ?? PhoneVerification.randomCode(random),
      expiresAt: now.adding(seconds: PhoneVerification.lifetime))
    complete(&verification)
    let minted = try vault.mint(
      verification, for: purpose, scope: caller.scope, now: now,
      expiresAt: now.adding(seconds: PhoneVerification.memory))
    var writes = tries + [minted.write]
    let message = OutgoingSMS(
      scope: caller.scope, to: number, sessionInfo: minted.token.text, code: verification.code,
      body: compose(
        .smsCode, MessageValues(appName: caller.appName, loginCode: verification.code), caller
      ).text, sentAt: now)
    do {
      // First: where too many wait, nothing else is done.
      if testCode == nil { writes = try messages.writes(for: .sms(message), isDecoy: false) + writes }
    } catch {
      throw .unavailable(.internalError, cause: "a text message could not be sent: \(error.reason)")
    }
    let transaction = writes
    try await storing { () async throws(StoreError) in try await store.apply(transaction) }
    if testCode == nil {
      do {
        try await messages.send(.sms(message))
      } catch {
        throw .unavailable(.internalError, cause: "a text message could not be sent: \(error.reason)")
      }
    }
    return minted.token.text
  }

  /// Checks a code. What it is for is checked by `isFitting` before the code is looked at.
  ///
  /// - Parameter guess: what the code is a guess of.
  /// - Throws: `INVALID_SESSION_INFO`, `SESSION_EXPIRED`, `TOO_MANY_ATTEMPTS_TRY_LATER`, `INVALID_CODE`.
  func verifyCode(
    _ code: String, of sessionInfo: String, for purpose: ArtifactPurpose, _ caller: Caller,
    isFitting: (PhoneVerification) -> Bool = { _ in true },
    guess: (PhoneVerification) -> GuessCounter
  ) async throws(IdentityError) -> VerifiedPhone {
    let now = clock.now()
    guard
      let (verification, _, consumption) = try await vault.read(
        PhoneVerification.self, sessionInfo, for: purpose, scope: caller.scope, now: now),
      isFitting(verification)
    else { throw .refused(.invalidSessionInfo) }
    guard now < verification.expiresAt else {
      throw .refused(
        .sessionExpired,
        "The SMS code has expired. Please re-send the verification code to try again.")
    }
    let guess = try await count(guess(verification), caller, now: now)
    guard constantTimeEqual(code, verification.code) else { throw .refused(.invalidCode) }
    return VerifiedPhone(
      verification: verification, sessionInfo: sessionInfo,
      consumptions: [consumption] + guess.successWrites)
  }

  /// Decides on what is stored now and uses the proof up; somebody who was faster makes it invalid.
  func redeeming<Result>(
    _ phone: VerifiedPhone, _ caller: Caller, _ body: () async throws -> Result
  ) async throws(IdentityError) -> Result {
    let result = try await retryingConflicts {
      do {
        return try await body()
      } catch StoreError.artifactGone {
        throw IdentityError.refused(.invalidSessionInfo)
      }
    }
    messages.forget(code: phone.sessionInfo, in: caller.scope)
    return result
  }
}

extension SignInSettings {
  /// The code of a number that is sent none. Numbers are configured as people write them.
  func testCode(of number: String) -> String? {
    testPhoneNumbers[number]
      ?? testPhoneNumbers.first { (try? IdentityService.phoneNumber($0.key)) == number }?.value
  }
}
