import AsyncHTTPClient
import Foundation
import NIOCore

/// Requests pages one after the other, and measures the times.
struct PageTimer {
  struct Times {
    /// The times in milliseconds.
    var median: Double
    var most: Double
  }

  let origin: String
  let requests: Int

  /// The text of a page; nil if the answer is not HTML.
  func page(_ path: String) async throws -> String? { try await answer(path, anyType: false) }

  /// The times of repeated requests; nil if the answer is not HTML and `anyType` is false.
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
    // Does not read downloads.
    guard anyType || response.headers.first(name: "content-type")?.hasPrefix("text/html") == true else {
      return nil
    }
    guard (200..<400).contains(response.status.code) else {
      throw CommandFailure(description: "\(path) answered \(response.status.code)")
    }
    return String(buffer: try await response.body.collect(upTo: 1 << 24))
  }
}
