import HTTPTypes
import Hummingbird
import LatchkeyVerifier

/// Takes the ID token of a request's `Authorization: Bearer …` (RFC 6750 section 2.1) and puts its user into
/// the context, for handlers to read as `context.auth?.uid` or `try context.requireAuth().uid`.
///
/// A token that is not valid is answered with 401, also where signing in is optional: its sender means to be
/// somebody. When nothing can be found out about a token, since the server cannot be reached, the answer is
/// 503.
public struct IDTokenMiddleware<Context: IDTokenRequestContext>: RouterMiddleware {
  public enum Requirement: Sendable, Hashable {
    /// Requests without a token go on, and `auth` is nil.
    case optional
    /// Requests without a token are answered with 401.
    case required
  }

  private let verifier: IDTokenVerifier
  private let requirement: Requirement
  private let checkRevoked: Bool

  /// - Parameter checkRevoked: asks the server about each token, as
  ///   ``IDTokenVerifier/verify(_:checkRevoked:)`` says.
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
    // A user that another middleware put there is not the one whom the token names.
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

  /// Nil when there is none, or another scheme's credential, which is somebody else's to read.
  private static func bearerToken(_ headers: HTTPFields) throws(AuthenticationFailure) -> String? {
    let values = headers[values: .authorization]
    guard let value = values.first else { return nil }
    // Of two credentials, who knows which a proxy before us has looked at.
    guard values.count == 1 else { throw .invalidToken }
    // By bytes: comparing text that nobody has bounded may take long.
    let parts = value.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    guard let scheme = parts.first, scheme.map({ $0 | 0x20 }) == Array("bearer".utf8) else { return nil }
    guard parts.count == 2 else { throw .invalidToken }
    return String(Substring(parts[1]))
  }
}
