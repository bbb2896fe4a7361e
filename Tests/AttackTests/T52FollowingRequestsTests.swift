import Identity
import IdentityWire
import Messaging
import Operations
import TestSupport
import Testing

/// What the requests after an answer tell by their times. They go over HTTP, with a mail server beside.
@Suite("T52: side channel after the answer", .fewAtOnce, .serialized, .timeLimit(.minutes(15)))
struct T52FollowingRequestsTests {
  private static let known = "ada@example.org"
  /// As long as the other.
  private static let unknown = "abe@example.org"
  private static let pairs = 1_000
  /// What tells nothing is within 0.5 ± 0.05 but for one time in ten thousand. A mail that is sent while the next requests
  /// are answered comes to 0.8 and more.
  private static let unremarkable = 0.45...0.55

  enum MailServer: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case serverWide, own

    var testDescription: String { rawValue }
  }

  /// A server that hides who is registered, with the two mail servers that a project may have.
  private static func run(
    _ mailServer: MailServer,
    _ body: @Sendable @escaping (TestServer, SMTPServer, String) async throws -> Void
  ) async throws {
    let smtp =
      switch mailServer {
      case .serverWide: try SMTPServer()
      case .own: try SMTPServer(.plain, asksForPassword: false)
      }
    try await smtp.start()
    var options = TestServer.Options()
    options.isDevelopment = false
    options.privateFunctionHosts = ["localhost"]
    var limits = AbuseLimits.development
    limits.mailsPerMailbox = .rate(1_000_000, per: 3_600)
    options.limits = limits
    var delivery = MessageDelivery()
    if mailServer == .serverWide {
      delivery.mail = .init(smtp: smtp.settings(), from: try #require(Mailbox("noreply@example.com")))
    }
    options.delivery = delivery
    try await TestServer.run(options) { server in
      if mailServer == .own {
        let port = smtp.port
        try await server.backend.administration.changeMailServer(of: TestServer.project) {
          $0 = ProjectMailServer(
            host: "localhost", port: port, security: .none, senderAddress: "own@example.com")
        }
      }
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      try await body(server, smtp, try #require(try await server.project().apiKeys.first))
    }
  }

  // Fails when a real mail alone wakes the delivery, and decoys are thrown away.
  @Test(
    "the requests after a reset take as long for a known address as for one that nobody has",
    arguments: MailServer.allCases)
  func followingRequests(_ mailServer: MailServer) async throws {
    try await Self.run(mailServer) { server, smtp, key in
      let user = try TestSession(
        try await server.call(
          "accounts:signUp", ["email": .string(Self.known), "password": "correct horse"], key: key))
      let question = JSONWriter.text(["idToken": .string(user.idToken)])
      let clock = ContinuousClock()
      /// Seconds until an account was read, over the connection of the reset or over another.
      func read(onAnother: Bool) async throws -> Double {
        let start = clock.now
        let answer = try await server.send(
          "POST", "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=\(key)",
          headers: ["Content-Type": "application/json"], body: question, isInCrowd: onAnother)
        #expect(answer.status == 200, "\(answer.text)")
        return (clock.now - start) / .seconds(1)
      }
      var same: [[Double]] = [[], []]
      var another: [[Double]] = [[], []]
      for pair in 0..<Self.pairs {
        for which in pair.isMultiple(of: 2) ? [0, 1] : [1, 0] {
          let address = which == 0 ? Self.known : Self.unknown
          let reset = try await server.sendOob("PASSWORD_RESET", ["email": .string(address)], key: key)
          #expect(reset.status == 200, "\(reset.text)")
          var sums = (same: 0.0, another: 0.0)
          for _ in 0..<2 {
            sums.same += try await read(onAnother: false)
            sums.another += try await read(onAnother: true)
          }
          same[which].append(sums.same)
          another[which].append(sums.another)
        }
      }
      for (what, times) in [("the same connection", same), ("another connection", another)] {
        let result = RankTest(times[0], times[1])
        print("T52 timing, \(mailServer), \(what), \(Self.pairs) pairs: \(result)")
        #expect(Self.unremarkable.contains(result.area), "\(mailServer), \(what): \(result)")
      }
      // Both were at work meanwhile, and only one of them got mail.
      _ = try await smtp.waitForNoops(1)
      #expect(try await smtp.waitForMails(1).allSatisfy { $0.recipients == [Self.known] })
    }
  }
}
