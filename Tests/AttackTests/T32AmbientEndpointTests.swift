import FirebaseAuth
import FirebaseCore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Somebody who controls what surrounds a program, but neither the program nor its configuration: another tab, another
/// process, whoever writes the environment of a service.
@Suite("T32: ambient endpoint override", .fewAtOnce)
struct T32AmbientEndpointTests {
  /// Keeps the addresses that were asked, and asks none.
  private final class Recorder: AuthTransport {
    private let asked = Mutex<[URL]>([])
    var addresses: [URL] { asked.withLock { $0 } }

    func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
      asked.withLock { $0.append(request.url) }
      throw URLError(.notConnectedToInternet)
    }
  }

  /// What official clients and tools look for, and what would suggest itself.
  private static let variables = [
    "FIREBASE_AUTH_EMULATOR_HOST", "FIREBASE_EMULATOR_HUB", "__FIREBASE_DEFAULTS__", "FIREBASE_CONFIG",
    "LATCHKEY_URL", "LATCHKEY_SERVER", "LATCHKEY_EMULATOR_HOST", "LATCHKEY_AUTH_DOMAIN", "GCLOUD_PROJECT",
  ]

  private static let override =
    #"{"config":{"authDomain":"evil.example"},"emulatorHosts":{"auth":"evil.example:1"}}"#

  // Fails when AuthCore.init(app:in:) takes the emulator's host from FIREBASE_AUTH_EMULATOR_HOST, too.
  @Test("what the environment says of emulators and servers does not lead the SDK elsewhere")
  func environment() async {
    await #expect(processExitsWith: .success) {
      for variable in Self.variables {
        setenv(variable, variable.hasPrefix("_") ? Self.override : "evil.example:1", 1)
      }
      let own = URL(string: "https://auth.example.com")
      for (server, host) in [
        (own, "auth.example.com"), (FirebaseOptions.googleURL, "www.googleapis.com"), (nil, nil),
      ] {
        let options = FirebaseOptions(apiKey: "key", latchkeyURL: server)
        let app = try FirebaseApp.tryConfigure(name: UUID().uuidString, options: options)
        let recorder = Recorder()
        let auth = try Auth.auth(
          app: app,
          in: AuthEnvironment(
            transport: recorder, storage: MemoryStorage(), presenter: AppSchemePresenter { _ in }))
        _ = try? await auth.signInAnonymously()
        _ = try? await auth.signIn(withEmail: "ada@example.com", password: "a password")
        // Without a server nothing is sent.
        try #require(recorder.addresses.count == (host == nil ? 0 : 2))
        for address in recorder.addresses { try #require(address.host() == host, "\(address)") }
      }
    }
  }
}
