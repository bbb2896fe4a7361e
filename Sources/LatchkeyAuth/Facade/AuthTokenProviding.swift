import Foundation

/// A source of ID tokens for code that sends ID tokens to a back end and does not depend on how users sign in.
///
/// ``Auth`` conforms to this protocol. A client of an app's own back end should accept any conforming type, so
/// that its tests can pass a different implementation:
///
/// ```swift
/// struct NotesClient {
///   let server: URL
///   let tokens: any AuthTokenProviding
///
///   func get(_ path: String) async throws -> Data {
///     var (data, response) = try await send(path, forcingRefresh: false)
///     // The back end needs a newer token, for example after a change of the user's claims.
///     if response.statusCode == 401 { (data, response) = try await send(path, forcingRefresh: true) }
///     guard response.statusCode == 200 else { throw URLError(.userAuthenticationRequired) }
///     return data
///   }
///
///   private func send(_ path: String, forcingRefresh: Bool) async throws -> (Data, HTTPURLResponse) {
///     var request = URLRequest(url: server.appending(path: path))
///     if let token = try await tokens.idToken(forcingRefresh: forcingRefresh) {
///       request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
///     }
///     let (data, response) = try await URLSession.shared.data(for: request)
///     guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
///     return (data, response)
///   }
/// }
///
/// let client = NotesClient(server: server, tokens: Auth.auth())
/// ```
///
/// Anyone who has an ID token can act as the user for an hour. Send an ID token over https only, and only to
/// back ends that verify it.
public protocol AuthTokenProviding: Sendable {
  /// Returns the signed-in user's ID token, valid for at least some minutes.
  ///
  /// - Parameter forcingRefresh: true to refresh the token in any case.
  /// - Returns: nil if no user is signed in.
  func idToken(forcingRefresh: Bool) async throws -> String?

  /// The ID token now and after each change; nil while no user is signed in. Each token is valid on arrival. A
  /// slow reader gets only the newest token. The stream has no end. The SDK stops observing when the iteration
  /// stops or its task is cancelled.
  var idTokens: AsyncStream<String?> { get }
}

extension AuthTokenProviding {
  /// Returns the signed-in user's ID token, refreshed if it is about to expire; nil if no user is signed in.
  public func idToken() async throws -> String? { try await idToken(forcingRefresh: false) }
}
