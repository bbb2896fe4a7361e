import Identity
import IdentityWire
import Secrets

/// A message that a blocking function is asked about before it is sent.
enum FunctionMessage: Sendable {
  case mail(OOBCode.Kind, to: EmailAddress)
  /// The purpose is that of the code; the number is in E.164.
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

  /// The SDKs know two kinds of mails. The others go by the names that the API has for them.
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

/// Tells a blocking function of a message. It is not told whose account the message is about, or whether there is one: who may
/// not learn that must not learn it from the function's answer either.
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

  /// Reads the answer: `{}`, or an object with `recaptchaActionOverride`. `ALLOW` changes nothing.
  ///
  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE` for `BLOCK`, and for what is no answer.
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
  /// Asks the project's function about a message, where there is one. Who asks for the message is counted before that: a function
  /// costs its operator something.
  ///
  /// - Parameter tries: what the message counts for.
  /// - Returns: the tries that have yet to be written, together with the message.
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
