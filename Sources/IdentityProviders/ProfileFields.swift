import Foundation
import Identity
import IdentityWire

/// Returns a person's name from a provider or an app, without control characters and of bounded length. Nil
/// if it is empty or not stream-safe.
func personalName(_ value: JSONValue?, limit: Int = 256) -> String? {
  guard let raw = value?.stringValue else { return nil }
  var kept = String.UnicodeScalarView()
  kept.append(
    contentsOf: raw.unicodeScalars.lazy.filter { $0.properties.generalCategory != .control }.prefix(limit))
  let name = String(kept).trimmingCharacters(in: .whitespaces)
  // The removal of control characters may have put combining marks next to each other. So the result is
  // checked.
  return name.isEmpty || !StreamSafeText.accepts(name) ? nil : name
}

/// Returns a picture's URL. Only http and https are accepted, because apps put the URL into pages.
func pictureURL(_ value: JSONValue?) -> String? {
  guard let text = value?.stringValue, text.utf8.count <= 2048, let url = URL(string: text),
    let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http", url.host() != nil
  else { return nil }
  return text
}

/// Reads a flag that some providers write as a Boolean and some as text. Any other value is false.
func flag(_ value: JSONValue?) -> Bool {
  value == .bool(true) || value == .string("true")
}

extension ProviderIdentity {
  /// Copies the standard claims of OpenID Connect (Core 1.0 section 5.1) into the identity.
  mutating func takeStandardClaims(_ claims: [String: JSONValue]) {
    takeEmail(claims["email"]?.stringValue, isVerified: flag(claims["email_verified"]))
    displayName = personalName(claims["name"])
    firstName = personalName(claims["given_name"])
    lastName = personalName(claims["family_name"])
    photoURL = pictureURL(claims["picture"])
    rawUserInfo = .object(claims)
  }
}
