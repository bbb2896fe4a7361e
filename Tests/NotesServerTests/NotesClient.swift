import FirebaseAuth
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app's own client of a back end, as the documentation of `AuthTokenProviding` has it.
struct NotesClient {
  let server: URL
  let tokens: any AuthTokenProviding

  func get(_ path: String) async throws -> Data {
    var (data, response) = try await send(path, forcingRefresh: false)
    // The back end wants a newer token, as after a change of the user's claims.
    if response.statusCode == 401 { (data, response) = try await send(path, forcingRefresh: true) }
    guard response.statusCode == 200 else { throw URLError(.userAuthenticationRequired) }
    return data
  }

  private func send(_ path: String, forcingRefresh: Bool) async throws -> (Data, HTTPURLResponse) {
    var request = URLRequest(url: server.appending(path: path))
    if let token = try await tokens.idToken(forcingRefresh: forcingRefresh) {
      request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return (data, response)
  }
}
