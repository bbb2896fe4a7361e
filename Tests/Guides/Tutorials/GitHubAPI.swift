import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls GitHub's own API on the user's behalf.
struct GitHubAPI {
  struct Email: Decodable {
    let email: String
    let primary: Bool
    let verified: Bool
  }

  /// `https://api.github.com`.
  let address: URL
  let accessToken: String

  /// The user's addresses, which the scope `user:email` lets the app read.
  func emails() async throws -> [Email] {
    var request = URLRequest(url: address.appending(path: "user/emails"))
    request.setValue("Bearer \(accessToken)", forHTTPHeaderField: "Authorization")
    let (data, _) = try await URLSession.shared.data(for: request)
    return try JSONDecoder().decode([Email].self, from: data)
  }
}
