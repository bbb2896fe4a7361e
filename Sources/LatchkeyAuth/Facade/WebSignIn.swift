import Crypto
import Foundation
import IdentityWire

/// One sign-in in a browser, through the server's handler page (`/__/auth/handler`).
struct WebSignIn: Sendable {
  static let authType = "signInWithRedirect"

  let providerID: String
  let scopes: [String]
  let customParameters: [String: String]
  let configuration: BackendConfiguration
  let handlerURL: String
  /// Distinguishes the answer of this sign-in from the answers of other sign-ins.
  let eventID = Self.random(10)
  /// The secret of this sign-in. The server receives the digest of the session id, and returns the answer only
  /// to a client that presents the session id itself.
  let sessionID = Self.random(32)

  private static func random(_ length: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return String(
      (0..<length).map { _ in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement(using: &generator) ?? "A" })
  }

  /// The app's URL scheme: the reversed client id, or a scheme derived from the app id.
  var scheme: String? {
    if let clientID = configuration.clientID, !clientID.isEmpty {
      return clientID.split(separator: ".").reversed().joined(separator: ".")
    }
    return configuration.appID.isEmpty ? nil : "app-" + configuration.appID.replacing(":", with: "-")
  }

  func url(returning to: WebReturn) throws -> URL {
    var query = FormURLEncoded([("apiKey", configuration.apiKey), ("authType", Self.authType)])
    switch to {
    case .scheme: query.append("ibi", configuration.bundleID)
    case .loopback(let url): query.append("redirectUrl", url.absoluteString)
    }
    query.append("sessionId", SHA256.hash(data: Data(sessionID.utf8)).hexadecimal)
    query.append("v", "Latchkey/\(IdentityToolkitClient.version)")
    query.append("eventId", eventID)
    query.append("providerId", providerID)
    if case .scheme = to {
      if let clientID = configuration.clientID, !clientID.isEmpty {
        query.append("clientId", clientID)
      } else {
        query.append("appId", configuration.appID)
      }
    }
    if let tenantID = configuration.tenantID { query.append("tid", tenantID) }
    if !scopes.isEmpty { query.append("scopes", scopes.joined(separator: ",")) }
    let parameters = customParameters.filter { !Self.reserved.contains($0.key.lowercased()) }
    if !parameters.isEmpty {
      query.append("customParameters", JSONWriter.text(.object(parameters.mapValues { .string($0) })))
    }
    if let language = configuration.languageCode { query.append("hl", language) }
    guard let url = URL(string: handlerURL + "?" + query.text) else {
      throw AuthError(.webInternalError, "The address of the handler is not a URL.")
    }
    return url
  }

  /// Parameters that only the server may set.
  private static let reserved: Set<String> = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "response_mode", "request", "request_uri", "client_secret",
  ]

  /// Reads the result from the callback URL that the browser opened.
  func credential(from returned: URL) throws -> OAuthCredential {
    let outer = FormURLEncoded(parsing: returned.query(percentEncoded: true) ?? "")
    guard let link = outer["deep_link_id"], let marker = URL(string: link) else {
      throw AuthError(.webSignInUserInteractionFailure, "The browser came back with no answer.")
    }
    let query = FormURLEncoded(parsing: marker.query(percentEncoded: true) ?? "")
    guard query["authType"] == Self.authType, query["eventId"] == eventID else {
      throw AuthError(.webSignInUserInteractionFailure, "The browser came back from another sign-in.")
    }
    if let failure = query["firebaseError"] { throw Self.error(failure) }
    guard let answer = query["link"], !answer.isEmpty else {
      throw AuthError(.webSignInUserInteractionFailure, "The browser came back with no answer.")
    }
    return OAuthCredential(providerID: providerID, requestURI: answer, sessionID: sessionID)
  }

  private static func error(_ text: String) -> AuthError {
    let failure = try? JSONParser(maximumBytes: 16_384, maximumDepth: 4).parse(text)
    let code: AuthErrorCode =
      switch failure?["code"]?.stringValue {
      case "auth/invalid-oauth-client-id": .invalidClientID
      case "auth/network-request-failed": .webNetworkRequestFailed
      case "auth/internal-error": .webInternalError
      case "auth/user-cancelled": .webContextCancelled
      default: .webSignInUserInteractionFailure
      }
    let reason = failure?["message"]?.nonEmpty ?? failure?["code"]?.nonEmpty
    return AuthError(code, failureReason: reason.map { String($0.prefix(1_000)) })
  }
}

extension Auth {
  /// Shows the user a provider's pages.
  package func credential(of provider: OAuthProvider) async throws -> OAuthCredential {
    let flow = WebSignIn(
      providerID: provider.providerID, scopes: provider.scopes ?? [],
      customParameters: provider.customParameters ?? [:], configuration: core.backend.configuration,
      handlerURL: try await handlerURL())
    return try await core.presenting { [core] in
      let returned: URL
      do {
        returned = try await core.presenter.present(scheme: flow.scheme) { try flow.url(returning: $0) }
      } catch is CancellationError {
        throw AuthError(.webContextCancelled)
      } catch {
        throw AuthError.of(error)
      }
      return try flow.credential(from: returned)
    }
  }

  private func handlerURL() async throws -> String {
    let configuration = core.backend.configuration
    if let url = configuration.handlerURL { return url }
    let domains = try await engine.authorizedDomains()
    if let custom = configuration.customAuthDomain {
      guard domains.contains(custom) else { throw AuthError(.unauthorizedDomain) }
      return "https://\(custom)/__/auth/handler"
    }
    let usual = ["firebaseapp.com", "web.app"].lazy.compactMap { end in domains.first { $0.hasSuffix(end) } }
      .first
    guard let usual else { throw AuthError(.unauthorizedDomain) }
    return "https://\(usual)/__/auth/handler"
  }
}
