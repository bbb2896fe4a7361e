import FirebaseAuth
import Foundation

/// Asks the server for the first page of a sign-in before a browser does: a browser would show what is wrong
/// to the user, and the program would wait for an answer that never comes.
enum ServerQuestion {
  /// Seconds.
  private static let patience: TimeInterval = 10
  private static let maximumPageBytes = 1 << 20

  /// - Returns: false when the server has nothing to show and has already sent its answer to the program.
  /// - Throws: ``AuthError`` when nobody answers, or the server says that this sign-in cannot be.
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
      // The program is waiting for it.
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

  /// Where the server sends the browser, when that is back to where the question came from.
  private static func answer(in response: AuthTransportResponse, to question: URL) -> URL? {
    let query = URLComponents(url: question, resolvingAgainstBaseURL: false)?.queryItems ?? []
    guard let origin = query.first(where: { $0.name == "redirectUrl" })?.value,
      let location = response.headers["location"], location.hasPrefix(origin + "?")
    else { return nil }
    return URL(string: location)
  }

  /// The text of the element of this id, which has no others in it.
  private static func content(of id: String, in page: String) -> String? {
    guard let start = page.range(of: "id=\"\(id)\""), let open = page[start.upperBound...].firstIndex(of: ">")
    else { return nil }
    let text = page[page.index(after: open)...].prefix { $0 != "<" }
    return text.isEmpty ? nil : String(text.filter { !$0.isNewline }.prefix(300))
  }
}
