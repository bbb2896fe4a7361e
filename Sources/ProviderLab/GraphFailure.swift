import Hummingbird
import IdentityWire

/// An error of Facebook's Graph API (https://developers.facebook.com/docs/graph-api/guides/error-handling).
struct GraphFailure: Sendable {
  var code: Int64
  var subcode: Int64?
  var message: String
  var type = "OAuthException"

  static let unparsable = GraphFailure(
    code: 190, message: "Invalid OAuth access token - Cannot parse access token")

  var response: Response {
    var members = members
    members["type"] = .string(type)
    members["fbtrace_id"] = .string("A" + LabDigest.randomAlphanumeric(20))
    if let subcode { members["error_subcode"] = .integer(subcode) }
    return LabReply.json(["error": .object(members)], .badRequest)
  }

  /// The form in which `debug_token` reports an invalid token.
  var report: JSONValue {
    var members = members
    if let subcode { members["subcode"] = .integer(subcode) }
    return .object(members)
  }

  private var members: [String: JSONValue] { ["code": .integer(code), "message": .string(message)] }
}
