import FirebaseAuth
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks the server for the first page of a sign-in before a browser does: a browser would show what is wrong
/// to the user, and the program would wait for an answer that never comes.
final class ServerQuestion: NSObject, URLSessionTaskDelegate {
  /// Seconds.
  private static let patience: TimeInterval = 10
  private static let maximumPageBytes = 65_536

  /// - Returns: false when the server has nothing to show and has already sent its answer to the program.
  /// - Throws: ``AuthError`` when nobody answers, or the server says that this sign-in cannot be.
  static func ask(_ url: URL) async throws -> Bool {
    var request = URLRequest(url: url)
    request.timeoutInterval = patience
    let place = "\(url.host() ?? "the server")\(url.port.map { " port \($0)" } ?? "")"
    let (page, response): (Data, URLResponse)
    let session = URLSession(configuration: .ephemeral, delegate: ServerQuestion(), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    do {
      (page, response) = try await session.data(for: request)
    } catch {
      throw AuthError(.webNetworkRequestFailed, "No server answers at \(place).")
    }
    guard let response = response as? HTTPURLResponse else { return true }
    if let answer = answer(in: response, to: url) {
      _ = try? await session.data(from: answer)
      return false
    }
    guard response.statusCode >= 400 else { return true }
    let text = String(decoding: page.prefix(maximumPageBytes), as: UTF8.self)
    let reason = ["handler-message", "handler-code"].compactMap { id in content(of: id, in: text) }
    throw AuthError(
      response.statusCode >= 500 ? .webNetworkRequestFailed : .webInternalError,
      reason.isEmpty
        ? "The server at \(place) refuses this sign-in: HTTP \(response.statusCode)."
        : "The server refuses this sign-in: \(reason.joined(separator: " ("))\(reason.count > 1 ? ")" : "")")
  }

  /// Where the server sends the browser, when that is back to where the question came from.
  private static func answer(in response: HTTPURLResponse, to question: URL) -> URL? {
    let query = URLComponents(url: question, resolvingAgainstBaseURL: false)?.queryItems ?? []
    guard let origin = query.first(where: { $0.name == "redirectUrl" })?.value,
      let location = response.value(forHTTPHeaderField: "Location"), location.hasPrefix(origin + "?")
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

  /// Where the sign-in goes on is for the browser.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
