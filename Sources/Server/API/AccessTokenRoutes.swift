import HTTPTypes
import Hummingbird
import IdentityWire
import Logging
import NIOCore
import Operations

/// The token endpoint of OAuth 2.0. Unlike the API, it returns the errors of RFC 6749 section 5.2.
struct AccessTokenRoutes: Sendable {
  /// The maximum size of a request in bytes. An assertion has a few hundred bytes.
  static let maximumBodyBytes = 1 << 16

  let service: IdentityService
  let origins: [String]
  let bodies: BodyBudget
  let log: Logger

  func add(to router: Router<ServerContext>) {
    let endpoint = AccessTokenEndpoint(service: service, origins: origins)
    for path in AccessTokenEndpoint.paths {
      router.post(.init(path)) { request, context in
        do throws(OAuthError) {
          let message = try await message(request, context)
          let network = ClientDetails(context).network
          return APIResponse.message(try await endpoint.answer(message, from: network))
        } catch {
          if error.httpStatus >= 500 {
            log.error("no access token could be issued", metadata: ["cause": "\(error.cause ?? "")"])
          }
          return Self.response(error)
        }
      }
      router.get(.init(path)) { _, _ -> Response in throw HTTPError(.methodNotAllowed) }
    }
  }

  private func message(_ request: Request, _ context: ServerContext) async throws(OAuthError)
    -> AccessTokenRequest
  {
    do throws(WireError) {
      let api = try await APIRequest(
        request, context, budget: bodies, maximumBodyBytes: Self.maximumBodyBytes)
      // RFC 6749 section 3.2: no parameter may be repeated.
      let names = api.formNames
      guard Set(names).count == names.count else { throw .invalidArgument("A parameter appears twice.") }
      return try api.message()
    } catch {
      throw OAuthError(.invalidRequest, error.message)
    }
  }

  private static func response(_ error: OAuthError) -> Response {
    let body: JSONValue = [
      "error": .string(error.code.rawValue), "error_description": .string(error.description),
    ]
    var response = APIResponse.response(
      .init(code: error.httpStatus), Array(JSONWriter.text(body).utf8))
    response.headers[.retryAfter] = error.retryAfter.map(String.init)
    return response
  }
}
