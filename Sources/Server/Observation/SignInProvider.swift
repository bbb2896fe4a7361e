import IdentityProviders
import IdentityWire
import Operations

/// By which kind of credential a sign-in is: one of the server's own words or the id of a provider that it
/// knows, never a text of somebody else's.
enum SignInProvider {
  /// Nil for a call that signs nobody in, whatever comes of it.
  typealias Name<Message, Answer> = @Sendable (Message, Answer?, Caller) -> String?

  /// What no provider of the project is called.
  static let other = "other"

  static let name: Name<SignInWithIdpRequest, SignInWithIdpResponse> = { request, answer, caller in
    let named = answer?.providerId ?? Self.named(in: request)
    guard let id = named?.lowercased(), caller.provider(id) != nil || caller.samlProvider(id) != nil else {
      return other
    }
    return id
  }

  /// Not for an account that an administrator makes for somebody else.
  static let signUp: Name<SignUpRequest, SignUpResponse> = { request, _, caller in
    if caller.isAdministrator, request.idToken == nil { return nil }
    return request.email == nil ? "anonymous" : "password_sign_up"
  }

  private static func named(in request: SignInWithIdpRequest) -> String? {
    let limit = 65_536
    guard (request.postBody?.utf8.count ?? 0) <= limit, (request.requestUri?.utf8.count ?? 0) <= limit else {
      return nil
    }
    let query = request.requestUri?.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init)
    return [request.postBody, query].lazy.compactMap { $0 }
      .compactMap { FormURLEncoded(parsing: $0)["providerId"] }.first
  }
}
