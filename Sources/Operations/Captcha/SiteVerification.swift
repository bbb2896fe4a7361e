import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// A question to Turnstile or hCaptcha about a token: a form by POST, answered in JSON.
///
/// The client's address is not told: the service has seen its browser.
struct SiteVerification: Sendable {
  static let turnstileAddress = "https://challenges.cloudflare.com/turnstile/v0/siteverify"
  static let hCaptchaAddress = "https://api.hcaptcha.com/siteverify"
  /// Bytes of a token. Turnstile's have 2,048 at most; hCaptcha's have some thousands.
  static let maximumTokenLength = 8_192
  private static let maximumAnswerBytes = 16_384

  let settings: CaptchaSettings
  let secret: Secret
  let action: CaptchaSettings.Action
  let scope: Scope
  /// The hosts of pages whose tokens are taken.
  let acceptsHost: @Sendable (String) -> Bool

  /// The custom data that a widget of Turnstile is given, and that binds its tokens to a project or tenant. It takes 255
  /// letters, digits, hyphens and underscores. Ids of projects have no underscore.
  static func data(of scope: Scope) -> String {
    scope.tenant.map { "\(scope.project)_\($0)" } ?? "\(scope.project)"
  }

  func ask(about token: String, _ checks: CaptchaChecks) async -> CaptchaFinding {
    let address =
      settings.verifyURL
      ?? (settings.provider == .turnstile ? Self.turnstileAddress : Self.hCaptchaAddress)
    var request = OutgoingHTTP.Request(
      .post, address, allowPrivateAddresses: checks.privateHosts.contain(hostOf: address))
    request.headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
    request.maximumBodyBytes = Self.maximumAnswerBytes
    var form: [(name: String, value: String)] = [("secret", secret.reveal()), ("response", token)]
    // hCaptcha compares it with the key of the token; Turnstile's secret is of one key.
    if settings.provider == .hCaptcha, let siteKey = settings.siteKey { form.append(("sitekey", siteKey)) }
    request.body = Array(FormURLEncoded(form).text.utf8)
    let response: OutgoingHTTP.Response
    do throws(OutgoingHTTP.Failure) {
      response = try await checks.http.send(request)
    } catch {
      return .unavailable("\(settings.provider.rawValue): \(error)")
    }
    guard
      let answer = try? JSONParser(maximumBytes: Self.maximumAnswerBytes, maximumDepth: 8).parse(
        response.body),
      let succeeded = answer["success"]?.boolValue,
      // Services refuse some tokens by the status, too: what anybody may send is no failure of theirs.
      response.status == 200 || response.status == 400 && !succeeded
    else {
      return .unavailable("\(settings.provider.rawValue) answered \(response.status) without a verdict")
    }
    guard succeeded else { return refusal(answer["error-codes"]) }
    return check(answer)
  }

  /// The codes that say that the settings are wrong, or that the service is, whatever the token.
  private static let codesOfOthers: Set<String> = [
    "missing-input-secret", "invalid-input-secret", "internal-error", "missing-remoteip", "invalid-remoteip",
  ]

  private func refusal(_ codes: JSONValue?) -> CaptchaFinding {
    let known = (codes?.arrayValue ?? []).prefix(8).compactMap(\.stringValue).map { $0.prefix(utf8Bytes: 60) }
    let text = "\(settings.provider.rawValue): \(known.joined(separator: ", "))"
    return known.contains(where: Self.codesOfOthers.contains) ? .unavailable(text) : .wrong(text)
  }

  /// A right token may be of another site, or of another form of this one.
  private func check(_ answer: JSONValue) -> CaptchaFinding {
    guard let host = answer["hostname"]?.stringValue?.lowercased(), Self.isHost(host), acceptsHost(host)
    else {
      return .wrong("the token is of a page of another host")
    }
    guard settings.provider == .turnstile else { return .passed }
    guard answer["action"]?.stringValue?.utf8.elementsEqual(action.rawValue.utf8) == true else {
      return .wrong("the token is for another action")
    }
    guard answer["cdata"]?.stringValue?.utf8.elementsEqual(Self.data(of: scope).utf8) == true else {
      return .wrong("the token is for another project or tenant")
    }
    return .passed
  }

  /// True for a name, or an IPv4 address, and nothing that a reader of addresses would take for more.
  private static func isHost(_ text: String) -> Bool {
    text.utf8.count <= 253
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || SecretReference.isWordByte(byte)
      }
  }
}
