import Foundation
import Identity
import IdentityWire

/// Calls a provider's HTTP APIs. Errors name the resource, but contain no sent data.
struct ProviderAPI: Sendable {
  let http: OutgoingHTTP

  struct Answer: Sendable {
    var status: Int
    var json: JSONValue
    var scopes: String?
    var isSuccess: Bool { (200..<300).contains(status) }
  }

  enum Authorization: Sendable {
    case bearer(String)
    case basic(user: String, password: String)
    /// The complete header of OAuth 1.0a (RFC 5849 section 3.5.1).
    case signed(String)

    var headerValue: String {
      switch self {
      case .bearer(let token): "Bearer \(token)"
      case .signed(let header): header
      case .basic(let user, let password):
        "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
      }
    }
  }

  enum Body: Sendable {
    case form([(name: String, value: String)])
    case json(JSONValue)
    /// A POST without a body.
    case empty
  }

  /// Sends a request and reads JSON. A client error (4xx) with a JSON body is returned, not thrown.
  ///
  /// - Parameter acceptsEmptyAnswer: true if a successful answer may have an empty body. Its JSON is then
  ///   null.
  /// - Throws: an error if there is no answer, and for a server error, a redirect, or a body that is not
  ///   JSON.
  func call(
    _ endpoint: String, query: [(name: String, value: String)] = [], body: Body? = nil,
    authorization: Authorization? = nil, acceptsEmptyAnswer: Bool = false, maximumBytes: Int? = nil,
    settings: ProviderSettings
  ) async throws(IdentityError) -> Answer {
    let response = try await send(
      endpoint, query: query, body: body, authorization: authorization, maximumBytes: maximumBytes,
      settings: settings)
    if acceptsEmptyAnswer, response.body.isEmpty, (200..<300).contains(response.status) {
      return Answer(status: response.status, json: .null, scopes: nil)
    }
    return Answer(
      status: response.status, json: try json(response, from: endpoint),
      scopes: response.header("x-oauth-scopes"))
  }

  /// Sends a request. A client error (4xx) is returned, not thrown.
  ///
  /// - Throws: an error if there is no answer, and for a server error or a redirect.
  func send(
    _ endpoint: String, query: [(name: String, value: String)] = [], body: Body? = nil,
    authorization: Authorization? = nil, accept: String = "application/json", maximumBytes: Int? = nil,
    settings: ProviderSettings
  ) async throws(IdentityError) -> OutgoingHTTP.Response {
    let request = try request(
      endpoint, query: query, body: body, authorization: authorization, accept: accept,
      maximumBytes: maximumBytes, settings: settings)
    let response: OutgoingHTTP.Response
    do throws(OutgoingHTTP.Failure) {
      response = try await http.send(request)
    } catch {
      throw .invalidIDPResponse(
        "Failed to fetch resource from \(safeToLog(endpoint)), no answer.", cause: "\(error)"
      ).diagnosed(Diagnosis.unreachable(address: safeToLog(endpoint), reason: error.words))
    }
    guard response.status < 500, !(300..<400).contains(response.status) else {
      throw .invalidIDPResponse(Self.failed(endpoint, response))
        .diagnosed(Diagnosis.status(address: safeToLog(endpoint), status: response.status))
    }
    return response
  }

  /// Makes a request within the limits of the settings.
  ///
  /// - Parameter method: if nil, POST for a request with a body, and GET for a request without a body.
  /// - Throws: an error if the credential is not valid in a header.
  func request(
    _ endpoint: String, method: OutgoingHTTP.Request.Method? = nil,
    query: [(name: String, value: String)] = [], body: Body? = nil, authorization: Authorization? = nil,
    accept: String = "application/json", maximumBytes: Int? = nil, settings: ProviderSettings
  ) throws(IdentityError) -> OutgoingHTTP.Request {
    let url =
      query.isEmpty
      ? endpoint : endpoint + (endpoint.contains("?") ? "&" : "?") + FormURLEncoded(query).text
    var request = OutgoingHTTP.Request(
      method ?? (body == nil ? .get : .post), url,
      allowPrivateAddresses: settings.endpoints.allowsPrivateAddresses(of: url))
    request.headers = [("Accept", accept)]
    request.maximumBodyBytes = maximumBytes
    if let authorization {
      guard authorization.headerValue.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
        throw .invalidIDPResponse("The credential is malformed.")
      }
      request.headers.append(("Authorization", authorization.headerValue))
    }
    switch body {
    case .form(let pairs):
      request.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
      request.body = Array(FormURLEncoded(pairs).text.utf8)
    case .json(let value):
      request.headers.append(("Content-Type", "application/json"))
      request.body = Array(JSONWriter.text(value).utf8)
    case .empty: request.body = []
    case nil: break
    }
    return request
  }

  /// - Throws: an error if the body is not JSON.
  func json(_ response: OutgoingHTTP.Response, from endpoint: String) throws(IdentityError) -> JSONValue {
    guard let json = try? JSONParser(maximumDepth: 32, costlyText: .dropped).parse(response.body) else {
      throw .invalidIDPResponse("\(Self.failed(endpoint, response)), the answer is not JSON.")
        .diagnosed(Diagnosis.notJSON(address: safeToLog(endpoint), status: response.status))
    }
    return json
  }

  private static func failed(_ endpoint: String, _ response: OutgoingHTTP.Response) -> String {
    "Failed to fetch resource from \(safeToLog(endpoint)), http status: \(response.status)"
  }
}
