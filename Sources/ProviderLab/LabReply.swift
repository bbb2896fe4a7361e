import HTTPTypes
import Hummingbird
import IdentityWire

/// The forms of the lab's answers.
enum LabReply {
  static func json(
    _ value: JSONValue, _ status: HTTPResponse.Status = .ok, headers: [(String, String)] = []
  ) -> Response {
    var fields = [("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store")]
    if headers.contains(where: { $0.0 == "Cache-Control" }) { fields.removeLast() }
    return text(JSONWriter.text(value), status, fields + headers)
  }

  /// The error shape of RFC 6749 section 5.2.
  static func oauthError(
    _ error: String, _ description: String? = nil, _ status: HTTPResponse.Status = .badRequest,
    headers: [(String, String)] = []
  ) -> Response {
    var body: [String: JSONValue] = ["error": .string(error)]
    if let description { body["error_description"] = .string(description) }
    return json(.object(body), status, headers: headers)
  }

  static func form(_ form: FormURLEncoded) -> Response {
    text(form.text, .ok, [("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")])
  }

  static func empty(_ status: HTTPResponse.Status) -> Response { Response(status: status) }

  /// A page that may load only the lab's own style sheet and pictures.
  ///
  /// The policy has no `form-action`: browsers apply `form-action` to every redirect after a form, and the redirect may
  /// lead to any client.
  static func html(
    _ page: String, _ status: HTTPResponse.Status = .ok, scriptNonce: String? = nil
  ) -> Response {
    var policy =
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
    if let scriptNonce { policy += "; script-src 'nonce-\(scriptNonce)'" }
    return text(
      page, status,
      [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
        ("Cache-Control", "no-store"), ("Referrer-Policy", "strict-origin"),
        ("X-Content-Type-Options", "nosniff"),
      ])
  }

  static func redirect(to location: String, after method: HTTPRequest.Method) -> Response {
    text("", method == .post ? .seeOther : .found, [("Location", location), ("Cache-Control", "no-store")])
  }

  static func text(
    _ body: String, _ status: HTTPResponse.Status, _ headers: [(String, String)]
  ) -> Response {
    var fields = HTTPFields()
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return Response(
      status: status, headers: fields,
      body: body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: body)))
  }
}

/// An answer that replaces the normal answer.
struct LabInterruption: Error {
  let response: Response
}
