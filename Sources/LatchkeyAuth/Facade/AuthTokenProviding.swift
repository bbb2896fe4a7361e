import Foundation

/// A source of ID tokens for code that sends them to a back end and need not know who signs in, or how.
///
/// ``Auth`` is one. A client of an app's own back end takes any of them, so that its tests can hand in another:
///
/// ```swift
/// struct NotesClient {
///   let server: URL
///   let tokens: any AuthTokenProviding
///
///   func get(_ path: String) async throws -> Data {
///     var (data, response) = try await send(path, forcingRefresh: false)
///     // The back end wants a newer token, as after a change of the user's claims.
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
/// Whoever has an ID token is the user for an hour: send it by https alone, and to back ends that verify it.
public protocol AuthTokenProviding: Sendable {
  /// The signed-in user's ID token, which is good for some minutes at least.
  ///
  /// - Parameter forcingRefresh: true to renew it in any case.
  /// - Returns: nil when nobody is signed in.
  func idToken(forcingRefresh: Bool) async throws -> String?

  /// The ID token now and after each change; nil while nobody is signed in. Each one is good when it arrives. A reader that
  /// is slow gets the newest alone. It has no end; to stop iterating, or to cancel the task, ends the listening.
  var idTokens: AsyncStream<String?> { get }
}

extension AuthTokenProviding {
  /// The signed-in user's ID token, renewed if it is about to expire; nil when nobody is signed in.
  public func idToken() async throws -> String? { try await idToken(forcingRefresh: false) }
}
