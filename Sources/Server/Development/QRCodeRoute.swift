import Hummingbird
import IdentityWire
import QRCodes

/// `POST /sample/qr-code`: draws the QR code of an authenticator secret for the sample app. The text is in the body,
/// because logs and the browser's history would store an address.
struct QRCodeRoute: Sendable {
  static let path = "/sample/qr-code"
  /// The maximum size of a body in bytes.
  private static let maximumBody = 4_096

  func add(to router: Router<ServerContext>) {
    router.post(RouterPath(Self.path)) { request, _ in
      guard let body = try? await request.body.collect(upTo: Self.maximumBody) else {
        throw HTTPError(.contentTooLarge)
      }
      let members = (try? JSONParser().parse(Array(body.readableBytesView)))?.objectValue
      guard let code = members?["text"]?.stringValue.flatMap({ QRCode($0) }) else {
        throw WireError.invalidArgument("INVALID_TEXT")
      }
      let image = QRCodeImage(code)
      return APIResponse.response(
        .ok,
        Array(JSONWriter.text(["size": .integer(Int64(image.size)), "path": .string(image.path)]).utf8))
    }
  }
}
