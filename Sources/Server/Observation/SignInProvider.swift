import IdentityProviders
import IdentityWire
import Operations

/// Determines a sign-in's kind of credential, for counting: one of the server's own names, or the id of a provider that
/// the server knows. It is never a text from the client.
enum SignInProvider {
  /// Returns nil for a call that is not a sign-in.
  typealias Name<Message, Answer> = @Sendable (Message, Answer?, Caller) -> String?

  /// The label for a provider that the project does not have.
  static let other = "other"

  static let name: Name<SignInWithIdpRequest, SignInWithIdpResponse> = { request, answer, caller in
    let named = answer?.providerId ?? Self.named(in: request)
    guard let id = named?.lowercased(), caller.provider(id) != nil || caller.samlProvider(id) != nil else {
      return other
    }
    return id
  }

  /// Nil if an administrator creates the account.
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
