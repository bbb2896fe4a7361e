import Foundation
import Identity
import IdentityWire

/// The errors of this module, in the words that Firebase's clients know. What a provider or a caller said
/// goes in only after ``displayable(_:limit:)``.
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

  /// The provider's keys or its discovery document cannot be had.
  static func issuerUnreachable(cause: String) -> IdentityError {
    .invalidIDPResponse("Error connecting to the given credential's issuer.", cause: cause)
  }

  /// - Parameter needs: human words, for example `an app secret`.
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

/// Text of foreign origin made fit for an error, a log or a terminal: printable ASCII, without the separator at which
/// clients cut a message.
///
/// - Parameter limit: Unicode scalars that are shown, and bytes of what comes out; "..." stands for the rest.
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

/// What a provider's error answer may show: its well-known members, with every secret that we sent removed.
enum ProviderErrorText {
  private static let shownMembers: Set<String> = [
    "error", "error_description", "error_subcode", "errors", "message", "type", "code", "subcode", "status",
  ]

  /// - Parameter hiding: what was sent and must not come back out: tokens, codes, secrets.
  static func summary(_ json: JSONValue, hiding secrets: [String?]) -> String {
    displayable(JSONWriter.text(shown(json, depth: 0, hiding: secrets)), limit: 512)
  }

  /// A summary of an answer that need not be JSON: of other text it shows the words between tags.
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

  /// Before a text is cut: the beginning of a secret is none of what is looked for.
  private static func hide(_ secrets: [String?], in text: String) -> String {
    // ASCII first: in a text of grapheme clusters a combining mark would hide the secret before it.
    var text = displayable(text, limit: .max)
    // The longest first: one may begin as another does.
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
