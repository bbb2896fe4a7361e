#if os(Linux)
  import FirebaseAuth
  import Observation
  import SwiftUI
  import TestSupport
  import Testing

  @testable import Tutorials

  /// The tutorials' app against a live development server.
  enum TutorialRun {
    /// - Parameter person: the one who is at a provider's pages; nil for one who refuses.
    static func run(
      person: String? = "ada", _ body: @MainActor @Sendable @escaping (LiveAuth, Session) async throws -> Void
    ) async throws {
      try await TestServer.run { server in
        let live = try LiveAuth(server, presenter: LabPresenter(server: server, person: person))
        try await body(live, await Session(auth: live.auth))
      }
    }

    /// Waits until something holds of what is observed.
    @MainActor static func until(_ holds: @MainActor () -> Bool) async {
      while true {
        let (changes, change) = AsyncStream<Void>.makeStream()
        let isDone = withObservationTracking {
          holds()
        } onChange: {
          change.yield()
        }
        if isDone { return }
        for await _ in changes { break }
      }
    }
  }

  /// A view as its user has it.
  @MainActor struct Screen {
    private let view: any View

    init(_ view: any View) { self.view = view }

    private var drawn: [any View] { viewsDrawn(in: view) }
    var texts: [String] { drawn.compactMap { ($0 as? Text)?.text } }
    var buttons: [Button] { drawn.compactMap { $0 as? Button } }
    var titles: [String] { buttons.map { $0.title } }
    var fields: [TextField] { drawn.compactMap { $0 as? TextField } }

    func first<Drawn: View>(_ type: Drawn.Type) -> Drawn? {
      for view in drawn { if let found = view as? Drawn { return found } }
      return nil
    }

    func press(_ title: String) throws {
      try #require(buttons.first { $0.title == title }, "\(titles)").action()
    }
  }
#endif
