import AsyncHTTPClient
import Foundation
import NIOCore

/// Asks for pages, one after the other.
struct PageTimer {
  struct Times {
    /// Milliseconds.
    var median: Double
    var most: Double
  }

  let origin: String
  let requests: Int

  /// The text of a page; nil for what is no page.
  func page(_ path: String) async throws -> String? { try await answer(path, anyType: false) }

  /// Nil for what is no page.
  func times(of path: String, anyType: Bool = false) async throws -> Times? {
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<requests {
      let start = clock.now
      guard try await answer(path, anyType: anyType) != nil else { return nil }
      times.append((clock.now - start) / .milliseconds(1))
    }
    return Times(median: median(times), most: times.max() ?? .nan)
  }

  private func answer(_ path: String, anyType: Bool) async throws -> String? {
    let response = try await HTTPClient.shared.execute(
      HTTPClientRequest(url: origin + path), timeout: .seconds(120))
    // What is downloaded is left where it is.
    guard anyType || response.headers.first(name: "content-type")?.hasPrefix("text/html") == true else {
      return nil
    }
    guard (200..<400).contains(response.status.code) else {
      throw CommandFailure(description: "\(path) answered \(response.status.code)")
    }
    return String(buffer: try await response.body.collect(upTo: 1 << 24))
  }
}
