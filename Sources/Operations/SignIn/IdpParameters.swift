import Foundation
import Identity
import IdentityProviders
import IdentityWire
import SAML

/// The parameters of a provider's response in `accounts:signInWithIdp`. They come from the request URI's query, from
/// `postBody` and from the URI's fragment. If a name occurs in several of these places, the last of these places
/// counts.
struct IdpParameters: Sendable {
  static let maximumLength = 65_536
  /// The maximum size in bytes of an address or body with a SAML response.
  static let maximumSAMLLength = 270_336

  let form: FormURLEncoded
  /// Scheme, host and path: the part of the URI that an error may repeat.
  let bareURI: String

  init(requestURI: String?, postBody: String?) throws(IdentityError) {
    guard let requestURI, !requestURI.isEmpty else { throw .refused(.missingRequestURI) }
    for text in [requestURI, postBody ?? ""]
    where text.utf8.count > Self.maximumSAMLLength && text.contains("SAMLResponse=") {
      throw .refused(.invalidIdPResponse).diagnosed(
        Diagnosis.saml(
          SAMLRefusal(
            .base64, expected: "up to \(Self.maximumSAMLLength) bytes", seen: "\(text.utf8.count) bytes")))
    }
    guard Self.isBounded(requestURI), Self.isBounded(postBody ?? ""),
      let components = URLComponents(string: requestURI), let scheme = components.scheme,
      let host = components.host, !host.isEmpty
    else { throw .refused(.invalidRequestURI) }
    bareURI = "\(scheme)://\(host)\(components.path)"
    var merged = FormURLEncoded(parsing: components.percentEncodedQuery ?? "")
    for source in [
      Self.parse(postBody ?? ""), FormURLEncoded(parsing: components.percentEncodedFragment ?? ""),
    ] {
      for (name, value) in source.pairs { merged[name] = value }
    }
    form = merged
  }

  subscript(name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : $0 } }

  var providerID: String? { self["providerId"]?.lowercased() }

  private static func isBounded(_ text: String) -> Bool {
    let length = text.utf8.count
    return length <= maximumLength || length <= maximumSAMLLength && text.contains("SAMLResponse=")
  }

  /// Returns the state of the response's flow, which SAML providers send as `RelayState`. Nil for a response
  /// without a flow, such as an unsigned credential.
  func state(unless unsigned: UnsignedDevelopmentCredentials?, _ caller: Caller) -> String? {
    guard self["SAMLResponse"] != nil else { return self["state"] }
    if let unsigned, areUnsigned(for: unsigned, caller) { return self["state"] }
    return self["RelayState"]
  }

  /// True for an unsigned credential that a development server accepts.
  func areUnsigned(for credentials: UnsignedDevelopmentCredentials, _ caller: Caller) -> Bool {
    !caller.client.isOfOtherSite && credentials.recognizes(form)
  }

  private static let names = [
    "providerId", "id_token", "nonce", "access_token", "oauth_token_secret", "identifier", "user", "code",
    "state", "iss", "SAMLResponse", "RelayState", "error", "oauth_token", "oauth_verifier", "denied",
  ]

  /// Parses a body. The official Apple SDK sends it percent-decoded, so that values contain `&`, `=` and `+`
  /// unescaped. Such a body contains characters that an encoded body cannot contain. It is split only before known
  /// names.
  private static func parse(_ body: String) -> FormURLEncoded {
    let isDecoded = body.utf8.contains {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: " ") || $0 >= 0x80
    }
    guard isDecoded else { return FormURLEncoded(parsing: body) }
    // An unknown piece belongs to the value before it.
    var pairs: [(name: String, value: String)] = []
    for piece in body.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      let piece = Substring(piece)
      let parts = piece.utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { String(Substring($0)) }
      if parts.count == 2, names.contains(parts[0]) {
        pairs.append((parts[0], parts[1]))
      } else if !pairs.isEmpty {
        pairs[pairs.count - 1].value += "&\(piece)"
      }
    }
    return FormURLEncoded(pairs)
  }
}
