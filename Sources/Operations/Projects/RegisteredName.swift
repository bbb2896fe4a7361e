import Foundation
import Identity
import IdentityWire

/// Checks names that a project registers. The names become parts of addresses that a browser opens. So a browser must
/// not read a name as another scheme, host or path than a person does.
enum RegisteredName {
  static let extensionScheme = "chrome-extension://"

  /// Checks a host of an authorized domain and returns it in lower case. Allowed are a domain name, `localhost`, an
  /// IP address without brackets, and the origin of a browser extension.
  static func domain(_ text: String) throws(IdentityError) -> String {
    let name = text.lowercased()
    func refuse(_ why: String) -> IdentityError {
      .refused(.invalidDomain, "\"\(text.prefix(100))\" is not a domain: \(why)")
    }
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw refuse("write an international name in its xn-- form.")
    }
    if name == "localhost" || isIPAddress(name) { return name }
    if name.hasPrefix(extensionScheme) {
      let id = name.dropFirst(extensionScheme.count)
      guard id.utf8.count == 32, id.utf8.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "p")).contains) else {
        throw refuse("an extension's id is 32 letters from a to p.")
      }
      return name
    }
    guard !name.contains("/"), !name.contains(":") else {
      throw refuse("give the host alone, such as app.example.com, without scheme, port and path.")
    }
    guard !name.contains("*") else { throw refuse("sub-domains are covered without a wildcard.") }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1 else {
      throw refuse("a name of one part would cover every host below it. Only localhost may stand alone.")
    }
    guard name.utf8.count <= 253, labels.allSatisfy(isLabel), labels.last?.utf8.allSatisfy(isDigit) == false
    else {
      throw refuse("its parts are 1 to 63 letters, digits and hyphens each.")
    }
    return name
  }

  /// Checks an Apple bundle ID. It is also used as a URL scheme. Its dot prevents a clash with schemes that
  /// browsers know.
  static func bundleID(_ text: String) throws(IdentityError) {
    guard isDotted(text, allowing: UInt8(ascii: "-")) else {
      throw .refused(
        .invalidBundleID,
        "\"\(text.prefix(100))\" is not a bundle id: letters, digits, hyphens and dots, such as com.example.app."
      )
    }
  }

  static func packageName(_ text: String) throws(IdentityError) {
    guard isDotted(text, allowing: UInt8(ascii: "_")) else {
      throw .refused(
        .invalidPackageName,
        "\"\(text.prefix(100))\" is not a package name: letters, digits, underscores and dots, such as "
          + "com.example.app.")
    }
  }

  /// Checks a client ID. In reverse order, it is the URL scheme that the Apple SDK listens on.
  static func clientID(_ text: String) throws(IdentityError) {
    let suffix = ".apps.googleusercontent.com"
    let name = text.dropLast(suffix.count)
    guard text.hasSuffix(suffix), (1...128).contains(name.utf8.count),
      name.utf8.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: "-") })
    else {
      throw .refused(
        .invalidOAuthClientID,
        "\"\(text.prefix(200))\" is not an app's client id: it ends in \(suffix).")
    }
  }

  /// Checks the `iss` of tokens (OpenID Connect Core 1.0 section 2): an address without query and fragment,
  /// with https except on loopback.
  static func issuer(_ text: String, allowsPlainHTTP: Bool = false) throws(IdentityError) {
    guard let url = ReturnPolicy.webURL(text), url.query() == nil, url.fragment() == nil,
      allowsPlainHTTP || url.scheme == "https"
        || ReturnPolicy.isLoopback(url.host(percentEncoded: false) ?? "")
    else {
      throw .refused(
        .invalidIssuer, "The issuer has to be an https address without query and fragment.")
    }
  }

  /// Checks the issuer of a project's ID tokens, like ``issuer(_:allowsPlainHTTP:)``. Refuses issuers of other kinds
  /// of tokens, and issuers of other projects in Google's form.
  static func tokenIssuer(_ text: String, of id: ProjectID) throws(IdentityError) {
    guard text != Project.officialIssuer(of: id) else { return }
    try issuer(text)
    let reserved = ["securetoken.google.com", "session.firebase.google.com", "oauth2.googleapis.com"]
    let host = ReturnPolicy.webURL(text)?.host(percentEncoded: false)?.lowercased() ?? ""
    guard text.utf8.count <= 500, !reserved.contains(host) else {
      throw .refused(
        .invalidIssuer,
        "The issuer has to be an address of yours, or \(Project.officialIssuer(of: id)).")
    }
  }

  /// Checks the part of a service account's address before `@`.
  static func serviceAccount(_ text: String) throws(IdentityError) {
    guard isLabel(text[...]), text.utf8.count <= 30, text == text.lowercased(),
      text.utf8.first.map(isDigit) == false
    else {
      throw .refused(
        .invalidServiceAccount,
        "\"\(text.prefix(100))\" is not a service account's name: 1 to 30 lower-case letters, digits and "
          + "hyphens, a letter first.")
    }
  }

  /// Checks an operator's name for a token.
  static func token(_ text: String) throws(IdentityError) {
    guard (1...63).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .refused(
        .invalidTokenName, "A token's name is 1 to 63 letters, digits and signs, without blanks.")
    }
  }

  /// Checks the display name of a project, an app or an account.
  static func display(_ text: String?) throws(IdentityError) {
    guard let text else { return }
    let hasControls = text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    guard !hasControls, (1...200).contains(text.count), text.utf8.count <= 1_000 else {
      throw .refused(
        .invalidDisplayName, "A name for people is 1 to 200 characters, without control characters.")
    }
  }

  private static func isDotted(_ text: String, allowing extra: UInt8) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 255 && parts.count > 1
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { isAlphanumeric($0) || $0 == extra }
      }
      && text.utf8.first.map { !isDigit($0) && $0 != extra } == true
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isIPAddress(_ text: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
