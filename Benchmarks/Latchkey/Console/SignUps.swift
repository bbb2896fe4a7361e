import AsyncHTTPClient
import Foundation
import NIOCore

/// Signs up anonymous users, some concurrently. Each sign-up writes an account, a session and an audit record.
struct SignUps {
  private static let atOnce = 16

  let origin: String
  let apiKey: String

  func make(_ count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<count {
        if index >= Self.atOnce { try await group.next() }
        group.addTask { try await one() }
      }
      try await group.waitForAll()
    }
  }

  private func one() async throws {
    var request = HTTPClientRequest(
      url: "\(origin)/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(apiKey)")
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(ByteBuffer(string: #"{"returnSecureToken":true}"#))
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
    guard response.status == .ok else {
      throw CommandFailure(description: "a sign-up answered \(response.status.code): \(text.prefix(200))")
    }
  }
}
