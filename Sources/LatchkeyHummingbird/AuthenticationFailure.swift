import HTTPTypes
import Hummingbird

/// The reason why a request is refused. The response contains only what the sender needs. The log names the
/// check that failed for the token.
public enum AuthenticationFailure: HTTPResponseError, Hashable {
  /// The request has no credential.
  case required
  /// The credential is not a valid ID token.
  case invalidToken
  /// The token could not be checked.
  case unavailable

  public var status: HTTPResponse.Status { self == .unavailable ? .serviceUnavailable : .unauthorized }

  /// The `WWW-Authenticate` header. For a request without a credential, it contains only the scheme (RFC 6750
  /// section 3).
  private var header: (name: HTTPField.Name, value: String) {
    switch self {
    case .required: (.wwwAuthenticate, "Bearer")
    case .invalidToken: (.wwwAuthenticate, #"Bearer error="invalid_token""#)
    case .unavailable: (.retryAfter, "5")
    }
  }

  private var body: String {
    switch self {
    case .required:
      #"{"error":{"code":401,"message":"Sign in first.","status":"UNAUTHENTICATED"}}"#
    case .invalidToken:
      #"{"error":{"code":401,"message":"The ID token is not valid.","status":"UNAUTHENTICATED"}}"#
    case .unavailable:
      #"{"error":{"code":503,"message":"Try again later.","status":"UNAVAILABLE"}}"#
    }
  }

  public func response(from request: Request, context: some RequestContext) throws -> Response {
    var headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
    headers[header.name] = header.value
    return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: body)))
  }
}
