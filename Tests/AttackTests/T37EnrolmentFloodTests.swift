import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T37: floods of enrolments", .fewAtOnce)
struct T37EnrolmentFloodTests {
  // Fails when nobody counts the enrolments that an account begins, or counts them by the session or credential (each alone).
  @Test(
    "one account begins a hundred enrolments of an app in an hour, whatever it signs in by, and others go on")
  func apps() async throws {
    var options = TestServer.Options.quick
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      let user = try await server.verifiedUser("ada@example.com")
      for _ in 0..<50 { #expect(try await server.startTOTPEnrollment(user.idToken).status == 200) }
      _ = try await server.verifiedUser("bob@example.com")
      try await server.requireSecondFactor()
      let credential = try await server.enrolmentCredential(of: "ada@example.com")
      for _ in 0..<50 { #expect(try await server.startAppEnrolment(by: credential).status == 200) }
      let another = try await server.enrolmentCredential(of: "ada@example.com")
      expectRefused(try await server.startAppEnrolment(by: another), "TOO_MANY_ATTEMPTS_TRY_LATER")
      let page = try await server.submit(try await server.enrolmentPage(another), [("step", "app")])
      #expect((400..<500).contains(page.status), "\(page.status)")
      let bob = try await server.enrolmentCredential(of: "bob@example.com")
      #expect(try await server.startAppEnrolment(by: bob).status == 200)
      server.clock.advance(seconds: 600)
      #expect(try await server.startAppEnrolment(by: another).status == 200)
    }
  }
}
