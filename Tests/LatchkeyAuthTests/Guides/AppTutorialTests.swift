#if os(Linux)
  import FirebaseCore
  import Foundation
  import SwiftUI
  import TestSupport
  import Testing

  @testable import LatchkeyAuth
  @testable import Tutorials

  @Suite("The tutorials' app", .timeLimit(.minutes(10)))
  @MainActor struct AppTutorialTests {
    @Test("a view that follows the session sees a sign-in from elsewhere")
    func follow() async throws {
      try await TutorialRun.run { live, session in
        let following = Task { await session.follow() }
        let user = try await live.auth.signInAnonymously().user
        await TutorialRun.until { session.user != nil }
        #expect(session.user?.uid == user.uid)
        try live.auth.signOut()
        await TutorialRun.until { session.user == nil }
        following.cancel()
      }
    }

    @Test("each app is configured when it starts, and in a debug build uses this machine's server")
    func launch() async {
      await #expect(processExitsWith: .success) {
        let folder = try ConfigureTests.moveAway()
        try folder.write("GoogleService-Info.plist", ConfigurationFolder.propertyList)
        let apps: [@MainActor () -> any SwiftUI.App] = [
          FacebookApp.init, LimitedLoginApp.init, GitHubApp.init, AppleApp.init,
        ]
        for start in apps {
          let app = try await MainActor.run {
            let window = try #require(start().body as? any Window)
            #expect(!viewsDrawn(in: window.view).isEmpty)
            let server = Auth.auth().core.backend.configuration.server
            #expect(server == .emulator(host: "127.0.0.1", port: 9_099))
            return try #require(FirebaseApp.app())
          }
          await app.delete()
        }
        withExtendedLifetime(folder) {}
      }
    }

    @Test("in production the app signs in at the server that its configuration names")
    func production() async {
      await #expect(processExitsWith: .success) {
        let folder = try ConfigureTests.moveAway()
        setenv("XDG_STATE_HOME", folder.path, 1)
        try await TestServer.run { server in
          let text = #"{"apiKey": "key", "projectId": "example", "serverUrl": "\#(server.origin)"}"#
          try Data(text.utf8).write(to: URL(filePath: "latchkey.json"))
          try #require(chmod("latchkey.json", 0o644) == 0)
          Tutorials.Backend.production.configure()
          let user = try await Auth.auth().signInAnonymously().user
          #expect(try await server.accountCount() == 1 && user.isAnonymous)
          try Auth.auth().signOut()
        }
        withExtendedLifetime(folder) {}
      }
    }
  }
#endif
