import Foundation
import IdentityWire

/// A web flow that has begun and not come back.
public struct AuthUriFlow: Sendable {
  public let providerID: String
  /// The provider's page, to which the browser was sent.
  public let authURI: String
  public let sessionID: String

  public init(providerID: String, authURI: String, sessionID: String) {
    self.providerID = providerID
    self.authURI = authURI
    self.sessionID = sessionID
  }

  /// A parameter of the authorization request.
  public subscript(parameter: String) -> String? {
    guard let query = authURI.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
    return FormURLEncoded(parsing: String(query))[parameter]
  }
}

extension TestServer {
  /// `accounts:createAuthUri`, with an address of the server itself to come back to unless another is given.
  public func beginFlow(
    _ providerID: String, _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> AuthUriFlow {
    var message = more
    message["providerId"] = .string(providerID)
    message["continueUri"] = message["continueUri"] ?? .string(origin + "/__/auth/handler")
    let response = try await call("accounts:createAuthUri", .object(message), key: key)
    guard let authURI = response.json["authUri"]?.stringValue,
      let sessionID = response.json["sessionId"]?.stringValue
    else { throw TestFailure("no flow began: \(response.status) \(response.text)") }
    return AuthUriFlow(providerID: providerID, authURI: authURI, sessionID: sessionID)
  }

  /// Lets somebody agree at the lab's page, and returns the address with the answer to which their browser is
  /// sent back: a posted form's fields stand in its query, as the handler writes them.
  ///
  /// - Parameter options: `lab_person` (`ada`), `lab_email`, `lab_sub`, `lab_fault` and so on.
  public func authorize(_ flow: AuthUriFlow, _ options: [String: String] = [:]) async throws -> String {
    var asked = options
    if asked["lab_person"] == nil {
      asked["lab_person"] = asked["lab_email"] == nil && asked["lab_sub"] == nil ? "ada" : "custom"
    }
    let choice = FormURLEncoded(asked.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
    let response = try await send("GET", "\(flow.authURI)&\(choice.text)")
    if let location = response.location { return location }
    guard let action = Self.attributes("action", in: response.text).first else {
      throw TestFailure("the lab sent nobody back: \(response.status) \(response.text)")
    }
    let inputs = response.text.components(separatedBy: "<input type=\"hidden\"").dropFirst()
    let fields = inputs.compactMap { input -> (name: String, value: String)? in
      guard let name = Self.attributes("name", in: input).first,
        let value = Self.attributes("value", in: input).first
      else { return nil }
      return (name, value)
    }
    return "\(action)\(action.contains("?") ? "&" : "?")\(FormURLEncoded(fields).text)"
  }

  /// Carries the answer to the handler as a browser does: a SAML response in a form, others in the address.
  public func bring(_ callback: String) async throws -> TestResponse {
    guard let start = callback.range(of: "SAMLResponse=")?.lowerBound else {
      return try await send("GET", callback)
    }
    return try await send(
      "POST", String(callback[..<start].dropLast()),
      headers: ["Content-Type": "application/x-www-form-urlencoded", "Origin": "null"],
      body: String(callback[start...]))
  }

  /// `accounts:signInWithIdp` with what the browser came back with.
  public func finishFlow(
    _ flow: AuthUriFlow, at callback: String, _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    var message = more
    message["requestUri"] = .string(callback)
    message["sessionId"] = message["sessionId"] ?? .string(flow.sessionID)
    message["returnSecureToken"] = true
    return try await call("accounts:signInWithIdp", .object(message.filter { !$0.value.isNull }), key: key)
  }

  /// The unescaped values of an attribute, in their order.
  private static func attributes(_ name: String, in html: String) -> [String] {
    html.components(separatedBy: "\(name)=\"").dropFirst().compactMap { rest in
      rest.split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false).first.map {
        String($0).replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<")
          .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
      }
    }
  }
}
