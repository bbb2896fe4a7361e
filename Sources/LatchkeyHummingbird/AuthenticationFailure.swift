import HTTPTypes
import Hummingbird

/// Why a request goes no further. The answer says no more than its sender needs: which check a token failed
/// stands in the log.
public enum AuthenticationFailure: HTTPResponseError, Hashable {
  /// Nobody is signed in.
  case required
  /// What was sent is not a valid ID token.
  case invalidToken
  /// Nothing could be found out about the token.
  case unavailable

  public var status: HTTPResponse.Status { self == .unavailable ? .serviceUnavailable : .unauthorized }

  /// RFC 6750 section 3: a request without a credential is told the scheme alone.
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
