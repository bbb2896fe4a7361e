import Identity
import IdentityWire
import Messaging
import Secrets

/// A code that was sent to a phone number, stored under a `sessionInfo`. A wrong code does not consume it.
struct PhoneVerification: Sendable, Codable {
  /// Seconds for which the code is valid.
  static let lifetime: Int64 = 600
  /// Seconds for which the server distinguishes an expired code from an unknown one.
  static let memory: Int64 = 3_600

  /// In E.164 format.
  var phoneNumber: String
  var code: String
  var expiresAt: Instant
  /// The account that has the number as a second factor, or is about to enrol it. Nil for signing in with the number
  /// alone.
  var accountID: AccountID?
  /// The ID of the second factor, if it is enrolled.
  var enrollmentID: String?
  /// The hash of the pending credential that the code completes.
  var pendingCredential: [UInt8]?

  /// Returns six digits. All codes are equally likely.
  static func randomCode(_ random: some RandomSource) -> String {
    while true {
      let number = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      // The remainder of 2^32 above a multiple of a million would make some codes likelier.
      guard number < 4_294_000_000 else { continue }
      let text = String(number % 1_000_000)
      return String(repeating: "0", count: 6 - text.count) + text
    }
  }
}

/// A phone number that was proved by its code.
struct VerifiedPhone: Sendable {
  var verification: PhoneVerification
  var sessionInfo: String
  /// The writes that redeem the proof. Apply them together with what it allows.
  var consumptions: [StoreWrite]
}

extension IdentityService {
  /// Makes a code and sends it.
  ///
  /// A test number always has the same code, and receives no message. For other numbers the project's
  /// function `beforeSendSms` is asked.
  ///
  /// - Parameter complete: adds the facts that the code is bound to.
  /// - Returns: the `sessionInfo`.
  /// - Throws: `OPERATION_NOT_ALLOWED` for a number in a disabled region, or without an SMS gateway;
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER` beyond a limit, `QUOTA_EXCEEDED` beyond the project's limit;
  ///   `BLOCKING_FUNCTION_ERROR_RESPONSE`.
  func sendCode(
    to number: String, for purpose: ArtifactPurpose, _ caller: Caller,
    _ complete: (inout PhoneVerification) -> Void = { _ in }
  ) async throws(IdentityError) -> String {
    let testCode = caller.signIn.testCode(of: number)
    var tries: [StoreWrite] = []
    if testCode == nil {
      try requireDelivery(by: .sms, for: caller.project)
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
      // Queued first in the transaction, so that a full queue stops the transaction.
      if testCode == nil { writes = try messages.writes(for: .sms(message)) + writes }
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

  /// Checks a code. Before that, `isFitting` checks its purpose.
  ///
  /// - Parameter guess: the counter of guesses at the code.
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

  /// Decides from the stored state and redeems the proof. If another request has redeemed it first, the proof
  /// is invalid.
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
  /// Returns the code of a test number. Test numbers are configured as people write them, for instance with
  /// separators.
  func testCode(of number: String) -> String? {
    testPhoneNumbers[number]
      ?? testPhoneNumbers.first { (try? IdentityService.phoneNumber($0.key)) == number }?.value
  }
}
