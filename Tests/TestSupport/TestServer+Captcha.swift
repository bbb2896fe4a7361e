import Crypto
import Identity
import IdentityWire
import Operations
import ProviderLab
import Secrets

extension TestServer {
  /// Has the project ask for a proof of work, which takes no time worth speaking of.
  public func requireProof(
    of actions: [CaptchaSettings.Action] = CaptchaSettings.Action.allCases,
    _ mode: CaptchaSettings.Mode = .enforce
  ) async throws {
    try await backend.administration.changeCaptcha(of: Self.project) { settings in
      settings.workBits = CaptchaSettings.workBits.lowerBound
      for action in actions { settings[action] = mode }
    }
  }

  /// Has the project ask for a token of a service that the lab plays.
  public func requireCaptcha(
    of provider: CaptchaSettings.Provider, _ mode: CaptchaSettings.Mode = .enforce,
    _ change: @Sendable (inout CaptchaSettings) -> Void = { _ in }
  ) async throws {
    let address = lab.captchaAddress(of: provider.rawValue)
    try await backend.administration.changeCaptcha(
      of: Self.project, secret: Secret(ProviderLab.captchaSecret)
    ) {
      settings in
      settings.provider = provider
      settings.siteKey = ProviderLab.captchaSiteKey
      settings.verifyURL = address
      for action in CaptchaSettings.Action.allCases { settings[action] = mode }
      change(&settings)
    }
  }

  public func captchaChallenge(_ action: String, _ more: [String: JSONValue] = [:], key: String = "key")
    async throws -> TestResponse
  {
    try await call2("captchaChallenge", .object(more.merging(["action": .string(action)]) { $1 }), key: key)
  }

  /// A solved challenge.
  public func proof(of action: String, _ more: [String: JSONValue] = [:], key: String = "key") async throws
    -> String
  {
    let response = try await captchaChallenge(action, more, key: key)
    guard let challenge = response.json["challenge"]?.stringValue,
      let bits = response.json["bits"]?.integerValue
    else { throw TestFailure("no challenge: \(response.status) \(response.text)") }
    return try Self.proof(of: challenge, bits: Int(bits))
  }

  /// The solution of a challenge, as `docs/captcha.md` describes it.
  public static func proof(of challenge: String, bits: Int) throws -> String {
    guard let bytes = Base64URL.decode(challenge) else { throw TestFailure("no challenge") }
    var numbers: [UInt8] = []
    for part in 0..<UInt8(16) {
      var number: UInt32 = 0
      while true {
        let end = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        let hash = Array(SHA256.hash(data: bytes + [part] + end))
        let first = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if first.leadingZeroBitCount >= bits {
          numbers += end
          break
        }
        number += 1
      }
    }
    return challenge + "." + Base64URL.encode(numbers)
  }

  /// A token of the lab's widget: see `CaptchaLab`.
  public func labCaptcha(_ options: [String: JSONValue]) async throws -> String {
    guard let token = try await controlLab("POST", "captcha", .object(options))["token"]?.stringValue else {
      throw TestFailure("the lab gives no captcha")
    }
    return token
  }

  /// A token of the lab's Turnstile for the project.
  public func turnstileToken(_ action: String, _ more: [String: JSONValue] = [:]) async throws -> String {
    try await labCaptcha(
      ["service": "turnstile", "action": .string(action), "data": .string("\(Self.project)")].merging(more) {
        $1
      })
  }
}
