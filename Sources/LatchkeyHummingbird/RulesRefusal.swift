import HTTPTypes
import Hummingbird

/// The reason why rules refuse a signed-in user's request.
public enum RulesRefusal: HTTPResponseError, Hashable {
  /// No rule allows the request.
  case rules
  /// The path can be read in more than one way.
  case path
  /// The rules do not cover the method.
  case method

  public var status: HTTPResponse.Status {
    switch self {
    case .rules: .forbidden
    case .path: .badRequest
    case .method: .methodNotAllowed
    }
  }

  private var body: String {
    switch self {
    case .rules:
      #"{"error":{"code":403,"message":"You may not do this.","status":"PERMISSION_DENIED"}}"#
    case .path:
      #"{"error":{"code":400,"message":"The path is not valid.","status":"INVALID_ARGUMENT"}}"#
    case .method:
      #"{"error":{"code":405,"message":"The method is not allowed.","status":"UNIMPLEMENTED"}}"#
    }
  }

  public func response(from request: Request, context: some RequestContext) throws -> Response {
    let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
    return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: body)))
  }
}
