import Foundation
import Identity
import IdentityWire

/// A person's name as a provider or an app tells it: control characters taken out, bounded, nil when empty or not
/// stream-safe.
func personalName(_ value: JSONValue?, limit: Int = 256) -> String? {
  guard let raw = value?.stringValue else { return nil }
  var kept = String.UnicodeScalarView()
  kept.append(
    contentsOf: raw.unicodeScalars.lazy.filter { $0.properties.generalCategory != .control }.prefix(limit))
  let name = String(kept).trimmingCharacters(in: .whitespaces)
  // Removed characters may have kept combining marks apart.
  return name.isEmpty || !StreamSafeText.accepts(name) ? nil : name
}

/// A picture's address; only http and https, for apps put it into pages.
func pictureURL(_ value: JSONValue?) -> String? {
  guard let text = value?.stringValue, text.utf8.count <= 2048, let url = URL(string: text),
    let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http", url.host() != nil
  else { return nil }
  return text
}

/// A flag that some providers write as a boolean and some as text. Everything else is false.
func flag(_ value: JSONValue?) -> Bool {
  value == .bool(true) || value == .string("true")
}

extension ProviderIdentity {
  /// The claims that OpenID Connect names (Core 1.0 section 5.1).
  mutating func takeStandardClaims(_ claims: [String: JSONValue]) {
    takeEmail(claims["email"]?.stringValue, isVerified: flag(claims["email_verified"]))
    displayName = personalName(claims["name"])
    firstName = personalName(claims["given_name"])
    lastName = personalName(claims["family_name"])
    photoURL = pictureURL(claims["picture"])
    rawUserInfo = .object(claims)
  }
}
