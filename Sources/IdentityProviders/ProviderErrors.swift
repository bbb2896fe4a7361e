import Foundation
import Identity
import IdentityWire

/// The errors of this module, with the texts that Firebase's clients know. Text from a provider or a caller
/// is shown only after ``displayable(_:limit:)``.
extension IdentityError {
  static func invalidIDPResponse(_ detail: String, cause: String? = nil) -> IdentityError {
    var error = IdentityError.refused(.invalidIdPResponse, detail)
    error.cause = cause
    return error
  }

  static func invalidNonce(_ detail: String) -> IdentityError {
    .refused(.missingOrInvalidNonce, detail)
  }

  static func invalidCredential(_ detail: String) -> IdentityError {
    .refused(.invalidCredentialOrProviderID, "Invalid IdP response/credential: \(detail)")
  }

  /// The provider's keys or its discovery document are not available.
  static func issuerUnreachable(cause: String) -> IdentityError {
    .invalidIDPResponse("Error connecting to the given credential's issuer.", cause: cause)
  }

  /// - Parameter needs: the missing setting in words, for example `an app secret`.
  static func incompleteConfiguration(_ providerID: String, needs: String) -> IdentityError {
    .refused(
      .operationNotAllowed,
      "The identity provider configuration is not complete: \(displayable(providerID)) needs \(needs)."
    ).diagnosed(Diagnosis.configuration(needs: needs))
  }

  static func unsupportedCredential(_ providerID: String, takes: String) -> IdentityError {
    .invalidCredential("\(displayable(providerID)) takes \(takes).")
      .diagnosed(Diagnosis.credentialKind(takes: takes))
  }
}

/// Makes external text safe for an error, a log or a terminal. The result is printable ASCII, without the
/// separator at which clients cut a message.
///
/// - Parameter limit: the maximum number of Unicode scalars to show. Each becomes at most one byte of the
///   result. "..." replaces the rest.
public func displayable(_ text: some StringProtocol, limit: Int = 128) -> String {
  var shown = ""
  var length = 0
  for scalar in text.unicodeScalars {
    guard length < limit else {
      shown += "..."
      break
    }
    shown.unicodeScalars.append((0x20...0x7E).contains(scalar.value) ? scalar : "?")
    length += 1
  }
  return shown.replacing(" : ", with: ": ")
}

/// Makes a summary of a provider's error answer: its well-known members, with every sent secret removed.
enum ProviderErrorText {
  private static let shownMembers: Set<String> = [
    "error", "error_description", "error_subcode", "errors", "message", "type", "code", "subcode", "status",
  ]

  /// - Parameter hiding: the sent secrets, which must not be shown: tokens, codes, client secrets.
  static func summary(_ json: JSONValue, hiding secrets: [String?]) -> String {
    displayable(JSONWriter.text(shown(json, depth: 0, hiding: secrets)), limit: 512)
  }

  /// Summarizes an answer in any format. If the answer is not JSON, the summary shows the text between its
  /// tags.
  static func summary(of body: [UInt8], hiding secrets: [String?]) -> String {
    if let json = try? JSONParser(maximumDepth: 32, costlyText: .dropped).parse(body) {
      return summary(json, hiding: secrets)
    }
    var isTag = false
    var text = body.map { byte -> UInt8 in
      if byte == UInt8(ascii: "<") { isTag = true }
      defer { if byte == UInt8(ascii: ">") { isTag = false } }
      return isTag || byte <= 0x20 ? 0x20 : byte
    }
    text = Array(text.split(separator: 0x20).joined(separator: [0x20]))
    return displayable(hide(secrets, in: String(decoding: text, as: UTF8.self)), limit: 256)
  }

  /// Hides secrets before the text is cut, because the beginning of a secret alone would not be found.
  private static func hide(_ secrets: [String?], in text: String) -> String {
    // Converts to ASCII first. Otherwise a combining mark after a secret would prevent the match.
    var text = displayable(text, limit: .max)
    // Hides the longest secret first, because one secret may be a prefix of another.
    let secrets = secrets.compactMap(\.self)
      .flatMap { [displayable($0, limit: .max), FormURLEncoded.encode($0)] }
      .sorted { $0.utf8.count > $1.utf8.count }
    for secret in secrets where secret.utf8.count >= 6 {
      text = text.replacing(secret, with: "...")
    }
    return text
  }

  private static func shown(_ json: JSONValue, depth: Int, hiding secrets: [String?]) -> JSONValue {
    switch json {
    case .object(let members) where depth < 3:
      .object(
        members.filter { shownMembers.contains($0.key) }
          .mapValues { shown($0, depth: depth + 1, hiding: secrets) })
    case .array(let elements) where depth < 3:
      .array(elements.prefix(4).map { shown($0, depth: depth + 1, hiding: secrets) })
    case .object, .array: .null
    case .string(let text): .string(displayable(hide(secrets, in: text), limit: 256))
    default: json
    }
  }
}
