import Foundation
import Identity
import IdentityWire

/// The parameters of a provider's answer as `accounts:signInWithIdp` receives them: the request URI's query,
/// overwritten by `postBody`, overwritten by the URI's fragment.
struct IdpParameters: Sendable {
  static let maximumLength = 65_536

  let form: FormURLEncoded
  /// Scheme, host and path: what of the URI may be repeated in an error.
  let bareURI: String

  init(requestURI: String?, postBody: String?) throws(IdentityError) {
    guard let requestURI, !requestURI.isEmpty else { throw .refused(.missingRequestURI) }
    guard requestURI.utf8.count <= Self.maximumLength, (postBody?.utf8.count ?? 0) <= Self.maximumLength,
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

  private static let names = [
    "providerId", "id_token", "nonce", "access_token", "oauth_token_secret", "identifier", "user", "code",
    "state", "iss", "SAMLResponse", "RelayState", "error",
  ]

  /// The official Apple SDK sends its body percent-decoded, so that `&`, `=` and `+` inside a value are bare.
  /// Such a body is recognised by characters that an encoded one cannot hold, and cut only where a known name
  /// begins.
  private static func parse(_ body: String) -> FormURLEncoded {
    let isDecoded = body.utf8.contains {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: " ") || $0 >= 0x80
    }
    guard isDecoded else { return FormURLEncoded(parsing: body) }
    // An unknown piece goes on with the value before it.
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
