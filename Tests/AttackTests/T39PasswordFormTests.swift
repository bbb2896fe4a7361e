import Foundation
import Identity
import IdentityWire
import Operations
import Passwords
import TestSupport
import Testing

@Suite("T39: two forms of one password", .fewAtOnce, .serialized)
struct T39PasswordFormTests {
  private static let composed = "p\u{E4}ssw\u{F6}rter sind lang"
  private static let decomposed = "pa\u{308}sswo\u{308}rter sind lang"

  // Fails when a password is tried only as it is typed, and when the form that is tried second is a guess of its own
  // (each alone).
  @Test("whichever form a keyboard types, the password is right, and a wrong one is one guess")
  func oneGuess() async throws {
    try await TestServer.runLimited { server in
      let network = server.network("192.0.2.8")
      for (index, pair) in [(Self.composed, Self.decomposed), (Self.decomposed, Self.composed)].enumerated() {
        let email = "user\(index)@example.com"
        let made = try await network.signUp(email, pair.0)
        #expect(made == "200")
        #expect(try await network.signIn(email, pair.0) == "200")
        #expect(try await network.signIn(email, pair.1) == "200")
        for attempt in 0..<10 {
          #expect(try await network.signIn(email, "fa\u{308}lsch \(attempt)") == "INVALID_PASSWORD")
        }
        #expect(try await network.signIn(email, pair.0) == "TOO_MANY_ATTEMPTS_TRY_LATER")
      }
    }
  }

  // Fails when the form of a text decides for known addresses alone how many hashes are computed.
  @Test("how many hashes a wrong password costs depends on what is typed alone")
  func sameWork() async throws {
    for text in [Self.composed, Self.decomposed, "pa\u{308}\u{F6}", "plain", ""] {
      let forms = PasswordHasher.forms(of: text)
      #expect(Set(forms.map { Array($0.utf8) }).count == forms.count)
      #expect(forms.count == (text.utf8.contains { $0 >= 0x80 } ? 2 : 1))
    }
    var options = TestServer.Options()
    options.passwordMemoryCost = 12
    try await TestServer.run(options) { server in
      _ = try await server.signUp("ann@example.com", "correct horse")
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      let network = server.network("192.0.2.1")
      var times: [[Double]] = [[], []]
      let clock = ContinuousClock()
      for attempt in 0..<100 {
        for which in attempt.isMultiple(of: 2) ? [0, 1] : [1, 0] {
          let start = clock.now
          let answer = try await network.signIn(
            which == 0 ? "ann@example.com" : "abe@example.com", "fa\u{308}lsch \(attempt)")
          #expect(answer == "INVALID_LOGIN_CREDENTIALS")
          times[which].append((clock.now - start) / .seconds(1))
        }
      }
      let result = RankTest(times[0], times[1])
      #expect((0.3...0.7).contains(result.area), "\(result)")
    }
  }
}
