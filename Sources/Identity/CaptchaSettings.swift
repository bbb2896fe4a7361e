import IdentityWire

/// The captcha settings of a project and its tenants. They say which requests of browsers need a captcha proof.
public struct CaptchaSettings: Sendable, Equatable {
  /// A request that can be protected.
  public enum Action: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    /// A new account with e-mail and password. Adding an e-mail address or a password to an account that is anonymous
    /// or has only passkeys counts, too.
    case signUp = "sign-up"
    case passwordSignIn = "password-sign-in"
    /// A mail to an address that the caller names: to reset a password, or to sign in with a link.
    case passwordReset = "password-reset"
    /// A text message, including one for a second factor.
    case sms
  }

  /// The treatment of a request without a valid proof.
  public enum Mode: String, Sendable, Codable, CaseIterable {
    /// Proofs are not checked.
    case off
    /// The request is counted and accepted.
    case audit
    case enforce
  }

  /// The service that sets the task and checks its solution.
  public enum Provider: String, Sendable, Codable, CaseIterable {
    /// This server: see `docs/captcha.md`.
    case proofOfWork = "proof-of-work"
    /// Cloudflare Turnstile.
    case turnstile
    case hCaptcha = "hcaptcha"
  }

  /// The allowed work of a proof of work: the base-2 logarithm of the average number of hashes. More work would keep a
  /// slow phone busy for minutes.
  public static let workBits = 10...24
  public static let usualWorkBits = 19
  public static let maximumHostnames = 50
  public static let maximumSiteKeyLength = 200
  public static let maximumSecretLength = 500

  public var provider = Provider.proofOfWork {
    didSet { if provider != oldValue { sealedSecret = nil } }
  }
  /// The modes of all actions that are not off.
  public private(set) var modes: [Action: Mode] = [:]
  /// The base-2 logarithm of the average number of hashes that a proof of work needs.
  public var workBits = Self.usualWorkBits
  /// The public key of the widget. Nil for a proof of work.
  public var siteKey: String?
  /// The secret of the widget, sealed under the master key.
  public var sealedSecret: [UInt8]?
  /// The hosts of pages whose tokens are accepted. If empty, the project's authorized domains decide.
  public var hostnames: [String] = []
  /// The URL that checks tokens. Nil for the provider's own.
  public var verifyURL: String? {
    didSet { if !verifyURL.hasSameBytes(as: oldValue) { sealedSecret = nil } }
  }

  public init() {}

  public subscript(action: Action) -> Mode {
    get { modes[action] ?? .off }
    set { modes[action] = newValue == .off ? nil : newValue }
  }

  /// True if at least one action is not off.
  public var isAnythingAsked: Bool { Action.allCases.contains { self[$0] != .off } }

  /// The context that the secret is sealed under.
  public static func sealingContext(of project: ProjectID) -> String { "captcha/\(project)" }
}

extension CaptchaSettings: SecretBearing {
  public static var sealedSecretPath: WritableKeyPath<Self, [UInt8]?> & Sendable { \.sealedSecret }

  public var secretAddresses: SecretAddresses {
    SecretAddresses(["provider": provider.rawValue, "verifyURL": verifyURL])
  }
}

/// Decodes settings that were stored before a setting existed. Missing settings get their defaults.
extension CaptchaSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case provider, modes, workBits, siteKey, sealedSecret, hostnames, verifyURL
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    try read(.provider, &provider)
    try read(.modes, &modes)
    try read(.workBits, &workBits)
    siteKey = try container.decodeIfPresent(String.self, forKey: .siteKey)
    try read(.hostnames, &hostnames)
    verifyURL = try container.decodeIfPresent(String.self, forKey: .verifyURL)
    sealedSecret = try container.decodeIfPresent([UInt8].self, forKey: .sealedSecret)
  }
}
