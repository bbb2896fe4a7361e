import Foundation
import HTTPTypes
import Hummingbird
import IdentityWire
import NIOCore
import WebPages

/// Makes responses of the API, in the format of the API.
enum APIResponse {
  @Sendable
  static func message(_ message: some AnswerMessage) -> Response { response(.ok, message.bytes) }

  static func json(_ message: some Encodable) throws(WireError) -> Response {
    do {
      return response(.ok, try WireEncoder().encode(message))
    } catch {
      throw .unavailable("INTERNAL_ERROR", cause: "an answer could not be encoded: \(error)")
    }
  }

  /// `{"error":{"code":…,"message":…,"errors":[…],"status":…}}`, indented as by the official service.
  static func error(_ error: WireError) -> Response {
    var detail: [String: JSONValue] = ["message": .string(error.message), "reason": .string(error.reason)]
    switch error.status {
    case "UNAUTHENTICATED":
      detail["message"] = "Invalid Credentials"
      detail["domain"] = "global"
      detail["location"] = "Authorization"
      detail["locationType"] = "header"
    case "NOT_FOUND", "NOT_IMPLEMENTED": break
    default: detail["domain"] = "global"
    }
    var envelope: [String: JSONValue] = [
      "code": .integer(Int64(error.httpStatus)), "message": .string(error.message),
      "errors": .array([.object(detail)]),
    ]
    envelope["status"] = error.status.map { .string($0) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let body = (try? encoder.encode(JSONValue.object(["error": .object(envelope)]))).map(Array.init)
    var response = response(.init(code: error.httpStatus), body ?? Array("{}".utf8))
    response.addRetryAfter(for: error)
    response.headers[.diagnostic] = error.diagnosticID
    return response
  }

  static func response(_ status: HTTPResponse.Status, _ body: [UInt8]) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = "application/json; charset=UTF-8"
    headers[.cacheControl] = "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
  }
}

extension HTTPField.Name {
  /// The id with which `latchkey explain` shows why a sign-in failed. The client receives no other detail.
  static let diagnostic = HTTPField.Name("x-latchkey-diagnostic")!
}
