import Foundation
import IdentityWire

/// The way in which the authorization endpoint's answer reaches the app.
enum ResponseMode: String, Sendable {
  case query
  case fragment
  case formPost = "form_post"
  /// Shown on a page of the lab, for a native app without a redirect.
  case shown
}

/// The reason why an authorization request is refused before the person's decision.
struct AuthorizationRefusal: Error, Sendable {
  let error: String
  let description: String
  /// True if the error is shown on a page, because the app's redirect URI is not known.
  var isShown = false
}

/// A request to an authorization endpoint (RFC 6749 section 4.1.1 and OpenID Connect Core section 3.1.2.1).
struct ReceivedAuthorizationRequest: Sendable {
  /// All parameters, in their order.
  let parameters: FormURLEncoded
  let clientID: String
  /// The redirect URI; empty only if the answer is shown on a page.
  let redirectURI: String
  let scopes: [String]
  let responseTypes: Set<String>
  let responseMode: ResponseMode
  let state: String?
  let nonce: String?
  let codeChallenge: String?
  var order: FaultSpecification?

  /// - Parameters:
  ///   - isNative: true for the page of a native app, which needs no redirect and requests an ID token.
  ///   - fault: the name of the fault chosen on the page; nil for the fault in the request.
  /// - Throws: an ``AuthorizationRefusal`` that must be shown, or a ``LabError`` for an unknown fault.
  init(_ parameters: FormURLEncoded, at provider: LabProviderID, isNative: Bool, fault: String? = nil) throws
  {
    self.parameters = parameters
    clientID = parameters["client_id"] ?? ""
    guard ProviderLab.clients.ids(for: provider).contains(clientID) else {
      throw AuthorizationRefusal(
        error: "invalid_client", description: "No app has the client_id \"\(clientID.prefix(200))\".",
        isShown: true)
    }
    redirectURI = parameters["redirect_uri"] ?? ""
    let isShown = isNative && redirectURI.isEmpty
    guard isShown || RedirectURI.isAcceptable(redirectURI) else {
      throw AuthorizationRefusal(
        error: "invalid_request", description: "redirect_uri must be an https or a loopback URL.",
        isShown: true)
    }
    scopes = Self.words(parameters["scope"] ?? "")
    let types = Self.words(parameters["response_type"] ?? (isNative ? "id_token" : ""))
    responseTypes = types.isEmpty && provider != .openID ? ["code"] : Set(types)
    let mode = parameters["response_mode"].flatMap(ResponseMode.init(rawValue:))
    responseMode =
      isShown
      ? .shown : mode.flatMap { $0 == .shown ? nil : $0 } ?? (responseTypes == ["code"] ? .query : .fragment)
    state = parameters["state"]
    nonce = parameters["nonce"].flatMap { $0.isEmpty ? nil : $0 }
    codeChallenge = parameters["code_challenge"]
    order = try (fault ?? parameters["lab_fault"]).map { name in
      FaultSpecification(try LabFault(named: name), seconds: parameters["lab_seconds"].flatMap(Double.init))
    }
  }

  /// Checks the request by the rules that all providers share. Returns the reason to refuse the request, which the app
  /// may learn; nil to accept the request.
  func refusal(by profile: ProviderProfile) -> AuthorizationRefusal? {
    if !profile.responseTypes.contains(responseTypes) {
      return AuthorizationRefusal(
        error: "unsupported_response_type", description: "This response_type is not supported.")
    }
    if let mode = parameters["response_mode"], mode != responseMode.rawValue {
      return AuthorizationRefusal(error: "invalid_request", description: "Invalid response mode")
    }
    if responseMode == .query, responseTypes != ["code"] {
      return AuthorizationRefusal(error: "invalid_request", description: "Invalid response mode")
    }
    if let codeChallenge {
      guard parameters["code_challenge_method"] == "S256",
        Base64URL.decode(codeChallenge)?.count == 32
      else {
        return AuthorizationRefusal(
          error: "invalid_request", description: "code_challenge must be of the method S256.")
      }
    }
    return nil
  }

  /// Splits scopes. Facebook and GitHub also accept commas as separators.
  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
  }
}

/// The addresses that the lab redirects to.
enum RedirectURI {
  static let maximumLength = 2048

  /// True for an https URL, and for an http URL on loopback. The URL must consist of visible ASCII, and must
  /// have neither a user name nor a password nor a fragment.
  static func isAcceptable(_ text: String) -> Bool {
    guard text.utf8.count <= maximumLength, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let url = URLComponents(string: text, encodingInvalidCharacters: false),
      let host = url.host?.lowercased(), !host.isEmpty, url.user == nil, url.password == nil,
      url.fragment == nil
    else { return false }
    switch url.scheme?.lowercased() {
    case "https": return true
    case "http": return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    default: return false
    }
  }
}
