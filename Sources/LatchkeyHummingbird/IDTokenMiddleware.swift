import HTTPTypes
import Hummingbird
import LatchkeyVerifier

/// Verifies the ID token of a request's `Authorization: Bearer …` (RFC 6750 section 2.1) and stores its user in
/// the context. Handlers read the user with `context.auth?.uid` or `try context.requireAuth().uid`.
///
/// The middleware answers an invalid token with 401, even if a token is optional, because the sender expects to
/// be signed in. If the token cannot be checked because the server cannot be reached, the answer is 503.
public struct IDTokenMiddleware<Context: IDTokenRequestContext>: RouterMiddleware {
  public enum Requirement: Sendable, Hashable {
    /// Requests without a token are passed on with a nil `auth`.
    case optional
    /// Requests without a token are answered with 401.
    case required
  }

  private let verifier: IDTokenVerifier
  private let requirement: Requirement
  private let checkRevoked: Bool

  /// - Parameter checkRevoked: true to ask the server about each token, see
  ///   ``IDTokenVerifier/verify(_:checkRevoked:)``.
  public init(_ verifier: IDTokenVerifier, _ requirement: Requirement = .required, checkRevoked: Bool = false)
  {
    self.verifier = verifier
    self.requirement = requirement
    self.checkRevoked = checkRevoked
  }

  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var context = context
    // A user that another middleware set must not count as the token's user.
    context.auth = nil
    if let token = try Self.bearerToken(request.headers) {
      do throws(IDTokenError) {
        context.auth = try await verifier.verify(token, checkRevoked: checkRevoked)
      } catch  where error.isRefusal {
        context.logger.debug("ID token refused", metadata: ["reason": "\(error)"])
        throw AuthenticationFailure.invalidToken
      } catch {
        context.logger.error("ID token not verified", metadata: ["reason": "\(error)"])
        throw AuthenticationFailure.unavailable
      }
    } else if requirement == .required {
      throw AuthenticationFailure.required
    }
    return try await next(request, context)
  }

  /// Nil if there is no credential, or if the credential has another scheme. Other code handles other schemes.
  private static func bearerToken(_ headers: HTTPFields) throws(AuthenticationFailure) -> String? {
    let values = headers[values: .authorization]
    guard let value = values.first else { return nil }
    // With two headers, a proxy may have checked the header that this code does not read.
    guard values.count == 1 else { throw .invalidToken }
    // Compares bytes, because the comparison of unbounded text can be slow.
    let parts = value.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    guard let scheme = parts.first, scheme.map({ $0 | 0x20 }) == Array("bearer".utf8) else { return nil }
    guard parts.count == 2 else { throw .invalidToken }
    return String(Substring(parts[1]))
  }
}
