import FirebaseAuth
import Foundation
import IdentityWire
import Synchronization
import TestSupport

/// Walks the pages of a sign-in as a person in a browser does.
struct LabPresenter: WebPresenter {
  let server: TestServer
  var person: String? = "ada"
  /// Comes back as an app on Apple's systems is come back to, by its URL scheme.
  var comesBackByScheme = false

  func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL {
    guard let back = URL(string: "http://127.0.0.1:1/return") else { throw TestFailure("no URL") }
    let url = try makeURL(comesBackByScheme ? .scheme(scheme ?? "") : .loopback(back))
    let query = FormURLEncoded(parsing: url.query(percentEncoded: true) ?? "")
    let flow = WebFlow(server, query.pairs, path: url.path)
    let last = try await flow.walk(as: person)
    guard let address = last.location.flatMap({ URL(string: $0) }) else {
      throw TestFailure("no way back: \(last.status) \(last.text)")
    }
    return address
  }
}

/// Remembers with what the browser came back.
final class RecordingPresenter: WebPresenter {
  private let presenter: any WebPresenter
  private let returned = Mutex<URL?>(nil)
  var last: URL? { returned.withLock { $0 } }

  init(presenter: any WebPresenter) { self.presenter = presenter }

  func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL {
    let url = try await presenter.present(scheme: scheme, makeURL)
    returned.withLock { $0 = url }
    return url
  }
}

/// Comes back with the answer of another sign-in, dressed up as the answer of this one.
struct ForgingPresenter: WebPresenter {
  let answer: URL

  func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL {
    guard let back = URL(string: "http://127.0.0.1:1/return") else { throw TestFailure("no URL") }
    let own = FormURLEncoded(parsing: try makeURL(.loopback(back)).query(percentEncoded: true) ?? "")
    let outer = FormURLEncoded(parsing: answer.query(percentEncoded: true) ?? "")
    let parts = (outer["deep_link_id"] ?? "").split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { throw TestFailure("no answer: \(answer)") }
    var inner = FormURLEncoded()
    for (name, value) in FormURLEncoded(parsing: String(parts[1])).pairs {
      inner.append(name, name == "eventId" ? own["eventId"] ?? "" : value)
    }
    let link = FormURLEncoded([("deep_link_id", parts[0] + "?" + inner.text)])
    guard let url = URL(string: "\(back)?\(link.text)") else { throw TestFailure("no URL") }
    return url
  }
}

/// Looks at what would be opened, either way back, and gives up.
final class LookingPresenter: WebPresenter {
  struct Seen: Sendable {
    var scheme: String?
    var byScheme: URL?
    var byLoopback: URL?
  }

  private let state = Mutex(Seen())
  var seen: Seen { state.withLock { $0 } }

  func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL {
    guard let back = URL(string: "http://127.0.0.1:1/return") else { throw TestFailure("no URL") }
    let seen = Seen(
      scheme: scheme, byScheme: try makeURL(.scheme(scheme ?? "")), byLoopback: try makeURL(.loopback(back)))
    state.withLock { $0 = seen }
    throw AuthError(.webContextCancelled)
  }
}
