import Foundation
import HTTPTypes
import Hummingbird
import IdentityWire

/// A request for the lab's handlers, with its whole body of at most ``maximumBodyBytes``.
struct LabRequest: Sendable {
  static let maximumBodyBytes = 64 << 10

  let method: HTTPRequest.Method
  let path: String
  var query: FormURLEncoded
  /// The body, if it is a form.
  let form: FormURLEncoded
  /// The body, if it is a JSON object.
  let json: [String: JSONValue]
  let headers: HTTPFields
  let pathParameters: [String: String]

  /// A parameter of the form; if the form does not have it, a parameter of the query.
  subscript(name: String) -> String? { form[name] ?? query[name] }

  /// - Parameter readsJSON: true to read the body as a JSON object whatever its type.
  /// - Throws: `NIOTooManyBytesError`, which Hummingbird answers with 413; ``LabError`` if the body must be JSON but is
  ///   not.
  init(
    _ request: Request, pathParameters: [String: String] = [:], readsJSON: Bool = false
  ) async throws {
    let body = try await request.body.collect(upTo: Self.maximumBodyBytes)
    let bytes = Array(body.readableBytesView)
    let type = request.headers[.contentType]?.lowercased() ?? ""
    let isJSON = readsJSON || type.hasPrefix("application/json")
    method = request.method
    path = request.uri.path
    query = FormURLEncoded(parsing: request.uri.query ?? "")
    form = isJSON ? FormURLEncoded() : FormURLEncoded(parsing: bytes)
    let object = isJSON && !bytes.isEmpty ? (try? JSONParser().parse(bytes))?.objectValue : [:]
    if readsJSON, object == nil { throw LabError(message: "The body must be a JSON object.") }
    json = object ?? [:]
    headers = request.headers
    self.pathParameters = pathParameters
  }

  /// The token of an `Authorization` header with the scheme `Bearer`, or `token`, which GitHub also accepts.
  var bearerToken: String? {
    guard let (scheme, value) = authorization, scheme == "bearer" || scheme == "token" else { return nil }
    return value
  }

  /// The user name and password of HTTP Basic authentication. Percent escapes are not decoded.
  var basicCredentials: (user: String, password: String)? {
    guard let (scheme, value) = authorization, scheme == "basic", let data = Data(base64Encoded: value)
    else { return nil }
    let parts = String(decoding: data, as: UTF8.self)
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }

  /// Client id and secret, from the body or from Basic authentication (RFC 6749 section 2.3.1).
  var clientCredentials: (id: String?, secret: String?) {
    if let (user, password) = basicCredentials {
      return (user.removingPercentEncoding ?? user, password.removingPercentEncoding ?? password)
    }
    return (self["client_id"], self["client_secret"])
  }

  private var authorization: (scheme: String, value: String)? {
    guard let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1), parts.count == 2
    else { return nil }
    return (parts[0].lowercased(), String(parts[1]))
  }
}
