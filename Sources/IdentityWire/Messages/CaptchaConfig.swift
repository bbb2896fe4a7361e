/// `v2/projects/{p}/captchaConfig`, which the official API does not have: see `docs/captcha.md`.
public struct CaptchaConfig: MaskableMessage {
  public enum Mode: String, WireEnum {
    case unspecified = "MODE_UNSPECIFIED"
    case off = "OFF"
    case audit = "AUDIT"
    case enforce = "ENFORCE"
  }

  public enum Provider: String, WireEnum {
    case unspecified = "PROVIDER_UNSPECIFIED"
    case proofOfWork = "PROOF_OF_WORK"
    case turnstile = "TURNSTILE"
    case hCaptcha = "HCAPTCHA"
  }

  /// `projects/{p}/captchaConfig`. Only in responses.
  public var name: String?
  public var provider: Provider?
  public var signUp: Mode?
  public var passwordSignIn: Mode?
  public var passwordReset: Mode?
  public var sms: Mode?
  /// The base-2 logarithm of the average number of hashes for a proof of work.
  public var workBits: Int?
  public var siteKey: String?
  /// Only in updates. An empty text removes the secret.
  public var secret: String?
  /// Only in responses: true if there is a secret.
  public var hasSecret: Bool?
  public var hostnames: [String]?
  public var verifyUrl: String?
  public init() {}
}

public struct GetCaptchaConfigRequest: Codable, Sendable {
  public init() {}
}

/// An update. The message is the configuration; the mask is in the query.
public struct UpdateCaptchaConfigRequest: Decodable, Sendable {
  public var updateMask: String?
  public var config: CaptchaConfig

  private enum CodingKeys: String, CodingKey { case updateMask }

  public init(from decoder: any Decoder) throws {
    updateMask = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
      String.self, forKey: .updateMask)
    config = try CaptchaConfig(from: decoder)
  }
}
