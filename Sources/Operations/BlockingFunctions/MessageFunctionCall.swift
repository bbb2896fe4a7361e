import Identity
import IdentityWire
import Secrets

/// A message that a blocking function must approve before it is sent.
enum FunctionMessage: Sendable {
  case mail(OOBCode.Kind, to: EmailAddress)
  /// The purpose of the code, and a number in E.164 format.
  case sms(ArtifactPurpose, to: String)

  var event: BlockingFunctions.Event {
    switch self {
    case .mail: .beforeSendEmail
    case .sms: .beforeSendSms
    }
  }

  /// The recipient and the kind, under the names that the functions' SDKs read.
  fileprivate var claims: [String: JSONValue] {
    switch self {
    case .mail(let kind, let email):
      ["email": .string(email.text), "email_type": .string(Self.name(of: kind))]
    case .sms(let purpose, let number):
      ["phone_number": .string(number), "sms_type": .string(Self.name(of: purpose))]
    }
  }

  /// Returns the API's name of a kind of mail. The SDKs know only two of these names.
  private static func name(of kind: OOBCode.Kind) -> String {
    kind == .emailSignIn ? "EMAIL_SIGN_IN" : kind.rawValue
  }

  private static func name(of purpose: ArtifactPurpose) -> String {
    switch purpose {
    case .mfaEnrollmentCode: "MULTI_FACTOR_ENROLLMENT"
    case .mfaSignInCode: "MULTI_FACTOR_SIGN_IN"
    default: "SIGN_IN_OR_SIGN_UP"
    }
  }
}

/// Asks a blocking function about a message. The function does not learn whose account the message is about, or
/// whether an account exists. Otherwise its answer could reveal to a client whether an address has an account.
public struct MessageFunctionCall: Sendable {
  let message: FunctionMessage
  let eventID: String
  let functionURI: String
  let project: Project
  let tenant: TenantID?
  let client: ClientDetails
  let now: Instant

  var claims: [String: JSONValue] {
    var claims = client.claims
    claims["event_id"] = .string(eventID)
    claims["event_type"] = .string(message.event.rawValue)
    claims["tenant_id"] = tenant.map { .string($0.rawValue) }
    claims.merge(message.claims) { $1 }
    return claims
  }

  /// Checks the answer: `{}`, or an object with `recaptchaActionOverride`. `ALLOW` changes nothing.
  ///
  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE` for `BLOCK` and for a malformed answer.
  static func checkAnswer(_ body: [UInt8]) throws(IdentityError) {
    let answer = try BlockingFunctionAnswer.object(body)
    guard let override = answer["recaptchaActionOverride"]?.unlessNull else { return }
    switch override.stringValue {
    case "ALLOW", "RECAPTCHA_ACTION_UNSPECIFIED": return
    case "BLOCK": throw .blockingFunction("The function blocked the message.")
    default:
      throw .blockingFunction("recaptchaActionOverride of the function's answer is neither ALLOW nor BLOCK.")
    }
  }
}

extension IdentityService {
  /// Asks the project's function about a message, if the project has a function for it. The request is counted first,
  /// because calls of a function cost its operator money.
  ///
  /// - Parameter tries: the counters of the message.
  /// - Returns: the counters that must still be written together with the message.
  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE`, `TOO_MANY_ATTEMPTS_TRY_LATER`, `QUOTA_EXCEEDED`.
  func consult(about message: FunctionMessage, counting tries: [StoreWrite], _ caller: Caller)
    async throws(IdentityError) -> [StoreWrite]
  {
    guard let trigger = caller.project.blockingFunctions[message.event] else { return tries }
    try await count(tries)
    try await functions.call(
      MessageFunctionCall(
        message: message, eventID: Base64URL.encode(random.bytes(16)), functionURI: trigger.functionURI,
        project: caller.project, tenant: caller.scope.tenant, client: caller.client, now: clock.now()))
    return []
  }
}
