import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// Asks Turnstile or hCaptcha about a token: posts a form, and reads the answer in JSON.
///
/// The form does not contain the client's address, because the service has already seen the browser.
struct SiteVerification: Sendable {
  static let turnstileAddress = "https://challenges.cloudflare.com/turnstile/v0/siteverify"
  static let hCaptchaAddress = "https://api.hcaptcha.com/siteverify"
  /// The maximum size of a token in bytes. Turnstile's have at most 2,048; hCaptcha's have some thousands.
  static let maximumTokenLength = 8_192
  private static let maximumAnswerBytes = 16_384

  let settings: CaptchaSettings
  let secret: Secret
  let action: CaptchaSettings.Action
  let scope: Scope
  /// Returns true if tokens from pages on this host are accepted.
  let acceptsHost: @Sendable (String) -> Bool

  /// The custom data for Turnstile's widget. It binds tokens to a project or tenant. Turnstile allows up to 255
  /// letters, digits, hyphens and underscores. Project ids have no underscore, so an underscore separates project and
  /// tenant.
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
    // hCaptcha compares the site key with the token's. Turnstile does not need it: each secret belongs to one key.
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
      // Services also refuse some tokens by the status. A client can cause that, so it does not count as a failure.
      response.status == 200 || response.status == 400 && !succeeded
    else {
      return .unavailable("\(settings.provider.rawValue) answered \(response.status) without a verdict")
    }
    guard succeeded else { return refusal(answer["error-codes"]) }
    return check(answer)
  }

  /// The error codes for wrong settings, or for a fault of the service. They do not depend on the token.
  private static let codesOfOthers: Set<String> = [
    "missing-input-secret", "invalid-input-secret", "internal-error", "missing-remoteip", "invalid-remoteip",
  ]

  private func refusal(_ codes: JSONValue?) -> CaptchaFinding {
    let known = (codes?.arrayValue ?? []).prefix(8).compactMap(\.stringValue).map { $0.prefix(utf8Bytes: 60) }
    let text = "\(settings.provider.rawValue): \(known.joined(separator: ", "))"
    return known.contains(where: Self.codesOfOthers.contains) ? .unavailable(text) : .wrong(text)
  }

  /// Checks that a valid token was made for this site and this form.
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

  /// True for a host name or IPv4 address alone, without characters that have a meaning in URLs.
  private static func isHost(_ text: String) -> Bool {
    text.utf8.count <= 253
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || SecretReference.isWordByte(byte)
      }
  }
}
