import FirebaseAuth
import Foundation

/// Requests the first page of a sign-in before the browser does. Otherwise only the browser would show an
/// error, and the program would wait for an answer that never arrives.
enum ServerQuestion {
  /// The time limit in seconds.
  private static let patience: TimeInterval = 10
  private static let maximumPageBytes = 1 << 20

  /// - Returns: false if the server has no page to show and its answer has already been sent to the program.
  /// - Throws: ``AuthError`` if no server answers, or if the server refuses this sign-in.
  static func ask(_ url: URL) async throws -> Bool {
    let transport = URLSessionTransport(timeout: patience, maximumBodyBytes: maximumPageBytes)
    let place = "\(url.host() ?? "the server")\(url.port.map { " port \($0)" } ?? "")"
    let response: AuthTransportResponse
    do {
      response = try await transport.send(.init(method: .get, url: url, headers: ["Accept": "text/html"]))
    } catch {
      throw AuthError(.webNetworkRequestFailed, "No server answers at \(place).")
    }
    if let answer = answer(in: response, to: url) {
      // The program waits for this request.
      _ = try? await transport.send(.init(method: .get, url: answer))
      return false
    }
    guard response.status >= 400 else { return true }
    let text = String(decoding: response.body, as: UTF8.self)
    let reason = ["handler-message", "handler-code"].compactMap { id in content(of: id, in: text) }
    throw AuthError(
      response.status >= 500 ? .webNetworkRequestFailed : .webInternalError,
      reason.isEmpty
        ? "The server at \(place) refuses this sign-in: HTTP \(response.status)."
        : "The server refuses this sign-in: \(reason.joined(separator: " ("))\(reason.count > 1 ? ")" : "")")
  }

  /// The URL to which the server redirects the browser, if this URL leads back to the program.
  private static func answer(in response: AuthTransportResponse, to question: URL) -> URL? {
    let query = URLComponents(url: question, resolvingAgainstBaseURL: false)?.queryItems ?? []
    guard let origin = query.first(where: { $0.name == "redirectUrl" })?.value,
      let location = response.headers["location"], location.hasPrefix(origin + "?")
    else { return nil }
    return URL(string: location)
  }

  /// The text of the element with this id. The element contains no other elements.
  private static func content(of id: String, in page: String) -> String? {
    guard let start = page.range(of: "id=\"\(id)\""), let open = page[start.upperBound...].firstIndex(of: ">")
    else { return nil }
    let text = page[page.index(after: open)...].prefix { $0 != "<" }
    return text.isEmpty ? nil : String(text.filter { !$0.isNewline }.prefix(300))
  }
}
