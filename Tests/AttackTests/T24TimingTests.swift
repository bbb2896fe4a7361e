import Identity
import IdentityWire
import Operations
import Passwords
import TestSupport
import Testing

/// Calls go straight to the operations, so that nothing but their own work is measured.
@Suite("T24: enumeration by time", .fewAtOnce, .serialized)
struct T24TimingTests {
  private static let tries = 200
  /// What tells nothing is within 0.5 ± 0.03 two times of three, and a few percent of a hash more or less, which a
  /// machine's caches make, within 0.5 ± 0.15. Work that is left out for one of the two comes near
  /// 0 or 1, also on a busy machine: it is some times as much as what the two have in common.
  private static let unremarkable = 0.3...0.7
  /// Seconds. Less than that is lost on any way to the server, and every allocation is seen in it.
  private static let unobservable = 0.000_05
  /// The share of the shorter time that may tell the two apart. Reading a found account takes a twentieth of a mail's
  /// time in a build for debugging; work that is left out takes half of it or more.
  private static let unremarkableShare = 0.1
  /// As long as the one that somebody has: copying a letter more takes time, too.
  private static let nobody = "abe@example.com"

  /// A project that hides who is registered, with three users, one of whom came with a costlier hash and one with a
  /// cheaper one.
  private static func run(
    limits: AbuseLimits? = nil, _ body: @Sendable @escaping (TestServer) async throws -> Void
  ) async throws {
    var options = TestServer.Options()
    options.limits = limits
    // Some 6 ms of a core: little enough for 400 tries, and much more than the rest of a sign-in.
    options.passwordMemoryCost = 12
    try await TestServer.run(options) { server in
      _ = try await server.signUp("ann@example.com", "correct horse")
      for (name, rounds) in [("costly", 40_000), ("cheap", 1)] {
        let made = try await server.administer(
          "accounts:batchCreate",
          [
            "hashAlgorithm": "PBKDF2_SHA256", "rounds": .integer(Int64(rounds)),
            "users": [
              [
                "localId": .string(name), "email": .string("\(name)@example.com"),
                "passwordHash": .string(Base64Bytes.standard([UInt8](repeating: 1, count: 32))),
                "salt": .string(Base64Bytes.standard([UInt8](repeating: 2, count: 8))),
              ]
            ],
          ])
        #expect(made.status == 200 && made.json["error"] == nil, "\(made.text)")
      }
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      try await body(server)
    }
  }

  /// Tries one and the other in turn, each as often first as second: what disturbs one half disturbs the other as
  /// much.
  private static func compare(
    _ what: String, _ known: String, _ unknown: String, _ body: (String) async throws -> String
  ) async throws {
    var times: [[Double]] = [[], []]
    var outcomes: Set<String> = []
    let clock = ContinuousClock()
    for attempt in 0..<tries {
      for which in attempt.isMultiple(of: 2) ? [0, 1] : [1, 0] {
        let start = clock.now
        outcomes.insert(try await body(which == 0 ? known : unknown))
        times[which].append((clock.now - start) / .seconds(1))
      }
    }
    let result = RankTest(times[0], times[1])
    print("T24 timing, \(what), \(known) and \(unknown), \(tries) tries each: \(result)")
    #expect(outcomes.count == 1, "\(what): \(outcomes)")
    let (one, other) = result.medians
    let isUnobservable = abs(one - other) < max(unobservable, unremarkableShare * min(one, other))
    #expect(unremarkable.contains(result.area) || isUnobservable, "\(what): \(result)")
  }

  // Fails when nothing is hashed for unknown addresses.
  @Test("a wrong password takes as long for a known address as for one that nobody has")
  func signIn() async throws {
    try await Self.run { server in
      let network = server.network("192.0.2.1")
      try await Self.compare("sign-in", "ann@example.com", Self.nobody) {
        try await network.signIn($0, "a wrong password")
      }
    }
  }

  // Fails when a wrong password from a network that is known is answered as one that was looked at, and when it alone is
  // hashed once everybody's guesses are used up (each alone).
  @Test("who shares a network with the owner learns nothing from what is too late", arguments: [true, false])
  func knownNetwork(isKnown: Bool) async throws {
    var limits = AbuseLimits.development
    limits.passwords.perSecret = .rate(3, per: 86_400)
    try await Self.run(limits: limits) { server in
      let home = server.network("192.0.2.1")
      if isKnown { #expect(try await home.signIn("ann@example.com", "correct horse") == "200") }
      for email in ["ann@example.com", Self.nobody] {
        for _ in 0..<3 {
          let answer = try await server.network("192.0.2.66").signIn(email, "a wrong password")
          #expect(answer == "INVALID_LOGIN_CREDENTIALS")
        }
      }
      try await Self.compare("sign-in that is too late", "ann@example.com", Self.nobody) {
        let answer = try await home.signIn($0, "a wrong password")
        #expect(answer == "TOO_MANY_ATTEMPTS_TRY_LATER")
        return answer
      }
      let right = try await home.signIn("ann@example.com", "correct horse")
      #expect(right == (isKnown ? "200" : "TOO_MANY_ATTEMPTS_TRY_LATER"))
    }
  }

  // Fails when the schemes of imported hashes are not computed for everybody (by the costly one), and when a wrong
  // password for an imported hash is not hashed by the project's own scheme, too (by either; each alone).
  @Test(
    "a wrong password takes as long for an imported hash, whatever it costs",
    arguments: ["costly@example.com", "cheap@example.com"])
  func imported(email: String) async throws {
    try await Self.run { server in
      let network = server.network("192.0.2.1")
      try await Self.compare("imported hash", email, Self.nobody) {
        try await network.signIn($0, "a wrong password")
      }
    }
  }

  // Fails when nothing is made and written for unknown addresses.
  @Test("a request for a mail takes as long for a known address as for one that nobody has")
  func mail() async throws {
    try await Self.run { server in
      let network = server.network("192.0.2.1")
      try await Self.compare("reset mail", "ann@example.com", Self.nobody) {
        try await network.sendMail(.passwordReset, to: $0)
      }
    }
  }

  // Fails when it is told whether somebody has the address. Not when the account is merely looked for: that takes
  // 20 µs, less than anybody sees.
  @Test("a question for methods takes as long for a known address as for one that nobody has")
  func methods() async throws {
    try await Self.run { server in
      let network = server.network("192.0.2.1")
      try await Self.compare("createAuthUri", "ann@example.com", Self.nobody) {
        try await network.methods(of: $0)
      }
    }
  }

  // Fails when equal values count for one side, and when the area is always a half (each alone).
  @Test("the figure tells samples apart that differ, and none that do not")
  func figure() {
    let random = SeededRandom(seed: 3)
    func sample(_ shift: Double) -> [Double] { (0..<200).map { _ in Double(random.bytes(1)[0]) + shift } }
    #expect(Self.unremarkable.contains(RankTest(sample(0), sample(0)).area))
    #expect(RankTest(sample(300), sample(0)).area == 1)
    #expect(RankTest(sample(0), sample(300)).area == 0)
    #expect(RankTest([1, 1, 1], [1, 1]).area == 0.5)
    #expect(RankTest([2, 3], [1, 4]).area == 0.5)
  }
}
