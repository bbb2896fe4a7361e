import HTTPTypes
import Hummingbird
import IdentityWire
import Logging
import Operations
import Texts

/// A request before any of its claims are checked.
struct IncomingRequest: Sendable {
  let request: Request
  /// The path's parameters, decoded.
  let parameters: [String: String]
  let client: ClientDetails
  let requestID: String
  let logger: Logger

  init(_ request: Request, _ context: some ConsoleContext) {
    self.request = request
    parameters = Dictionary(
      context.parameters.map { (String($0.key), ConsolePath.decode(String($0.value))) },
      uniquingKeysWith: { $1 })
    var client = ClientDetails()
    client.ipAddress = context.clientAddress
    client.userAgent = request.headers[.userAgent].map { $0.prefix(utf8Bytes: 256) }
    self.client = client
    requestID = context.requestID
    logger = context.logger
  }

  var query: [String: String] {
    Dictionary(FormURLEncoded(parsing: request.uri.query ?? "").pairs, uniquingKeysWith: { $1 })
  }

  /// The address within the server.
  var address: String { request.uri.path + (request.uri.query.map { "?\($0)" } ?? "") }

  func cookie(_ name: String) -> String? { request.cookies[name]?.value }

  var language: Language {
    Language(chosen: cookie(FrameRoutes.languageCookie), acceptLanguage: request.headers[.acceptLanguage])
  }
}
