import Identity
import IdentityProviders
import IdentityWire
import Synchronization
import Testing

@Suite("Key sets are fetched when needed, and no more often")
struct KeySetCacheTests {
  private static let connecting =
    "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer."

  /// What the stub serves at the moment.
  private final class Served: Sendable {
    private let answer: Mutex<StubProvider.Answer>
    init(_ answer: StubProvider.Answer) { self.answer = Mutex(answer) }
    var current: StubProvider.Answer {
      get { answer.withLock { $0 } }
      set { answer.withLock { $0 = newValue } }
    }
  }

  private static func run(
    _ served: Served, delay: Bool = false, resolver: any HostResolver = SystemResolver(),
    _ body: @escaping @Sendable (OpenIDFixture) async throws -> Void
  ) async throws {
    try await StubProvider.run({ _ in
      if delay { try? await Task.sleep(for: .milliseconds(300)) }
      return served.current
    }) { stub in
      try await withHTTP(resolver: resolver) { http in
        var settings = ProviderSettings(providerID: "oidc.test", enabled: true, clientID: "app-1")
        settings.endpoints.issuer = stub.baseURL
        settings.endpoints.jwks = stub.baseURL + "/jwks"
        settings.endpoints.allowPrivateAddresses = true
        try await body(
          OpenIDFixture(stub: stub, registry: ProviderRegistry(http: http), settings: settings))
      }
    }
  }

  /// Refuses the look-ups of one project, as if all its places were taken.
  private struct FullShare: HostResolver {
    let project: String

    func addresses(of host: String) async -> [IPAddress] {
      LookUpOwner.current == project ? [] : [IPAddress("127.0.0.1")].compactMap(\.self)
    }
  }

  private static let both = TestKeys.keySet([TestKeys.rsa.jwk, TestKeys.other.jwk])

  @Test("fifty sign-ins at once share one fetch")
  func stampede() async throws {
    try await Self.run(Served(.json(Self.both)), delay: true) { provider in
      let text = provider.token.text
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<50 { group.addTask { try await provider.verify(text).rawID } }
        for try await id in group { #expect(id == "user-1") }
      }
      #expect(provider.stub.received.count == 1)
    }
  }

  @Test("an unknown key id fetches once, then not before the floor has passed")
  func rotation() async throws {
    let served = Served(.json(TestKeys.keySet([TestKeys.rsa.jwk])))
    try await Self.run(served) { provider in
      _ = try await provider.verify(provider.token.text)
      served.current = .json(Self.both)
      let rotated = provider.token.withHeader("kid", "rsa-2").signed(TestKeys.other.sign)
      #expect(try await provider.verify(rotated.text).rawID == "user-1")
      #expect(provider.stub.received.count == 2)
      for index in 0..<20 {
        let made = provider.token.withHeader("kid", .string("made-up-\(index)"))
        #expect(await provider.refusal(made.text)?.contains("does not publish") == true)
      }
      #expect(provider.stub.received.count == 2, "the floor holds")
      let made = provider.token.withHeader("kid", "made-up")
      _ = await provider.refusal(made.text, now: TestToken.now.adding(seconds: 31))
      #expect(provider.stub.received.count == 3)
      _ = await provider.refusal(made.text, now: TestToken.now.adding(seconds: 32))
      #expect(provider.stub.received.count == 3)
    }
  }

  // Fails when projects share the minimum interval: the refused fetch of one would count for all.
  @Test("a project whose look-ups are refused does not keep a new key from other projects")
  func fullShare() async throws {
    let served = Served(.json(TestKeys.keySet([TestKeys.rsa.jwk])))
    try await Self.run(served, resolver: FullShare(project: "shop")) { provider in
      _ = try await provider.verify(provider.token.text)
      served.current = .json(Self.both)
      let rotated = provider.token.withHeader("kid", "rsa-2").signed(TestKeys.other.sign).text
      let refusal = await LookUpOwner.$current.withValue("shop") { await provider.refusal(rotated) }
      #expect(refusal?.contains("does not publish") == true)
      #expect(provider.stub.received.count == 1, "the project's look-up was refused")
      let refusalOfOther = await LookUpOwner.$current.withValue("school") { await provider.refusal(rotated) }
      #expect(refusalOfOther == nil)
    }
  }

  @Test(
    "max-age is honoured within a minute and a day",
    arguments: [
      ("public, max-age=600", 599, 601), ("max-age=1", 59, 61), ("max-age=999999999", 86_399, 86_401),
      ("no-store", 59, 61), ("", 3599, 3601), ("max-age=nonsense", 3599, 3601),
    ])
  func maximumAge(_ row: (String, Int64, Int64)) async throws {
    let served = Served(.json(Self.both, headers: ["Cache-Control": row.0]))
    try await Self.run(served) { provider in
      let lasting = provider.token.with("exp", .integer(TestToken.now.seconds + 200_000))
      _ = try await provider.verify(lasting.text)
      _ = try await provider.verify(lasting.text, now: TestToken.now.adding(seconds: row.1))
      #expect(provider.stub.received.count == 1)
      _ = try await provider.verify(lasting.text, now: TestToken.now.adding(seconds: row.2))
      #expect(provider.stub.received.count == 2)
    }
  }

  @Test("a failing fetch leaves the keys that are still valid, and nothing beyond")
  func failingFetch() async throws {
    let served = Served(.json(TestKeys.keySet([TestKeys.rsa.jwk]), headers: ["Cache-Control": "max-age=600"]))
    try await Self.run(served) { provider in
      _ = try await provider.verify(provider.token.text)
      served.current = .text("broken", status: 500)
      let unknown = provider.token.withHeader("kid", "made-up")
      #expect(await provider.refusal(unknown.text)?.contains("does not publish") == true)
      #expect(provider.stub.received.count == 2)
      _ = try await provider.verify(provider.token.text, now: TestToken.now.adding(seconds: 500))
      let late = TestToken.now.adding(seconds: 700)
      #expect(await provider.refusal(provider.token.text, now: late) == Self.connecting)
      served.current = .json(Self.both)
      #expect(try await provider.verify(provider.token.text, now: late).rawID == "user-1")
    }
  }

  @Test("no answer, no JSON, no key set: an error that names no address")
  func badAnswers() async throws {
    for answer: StubProvider.Answer in [
      .text("gone", status: 404), .text("", status: 500), .text("{\"keys\":"), .json(["keys": 1]), .json([]),
      .text("", status: 302, headers: ["Location": "/elsewhere"]),
    ] {
      try await Self.run(Served(answer)) { provider in
        #expect(await provider.refusal(provider.token.text) == Self.connecting)
      }
    }
    try await Self.run(Served(.json(Self.both))) { provider in
      var elsewhere = provider
      elsewhere.settings.endpoints.jwks = "http://127.0.0.1:1/jwks"
      #expect(await elsewhere.refusal(provider.token.text) == Self.connecting)
      var notAllowed = provider
      notAllowed.settings.endpoints.allowPrivateAddresses = false
      notAllowed.settings.endpoints.jwks = "https://127.0.0.1:\(provider.stub.port)/jwks"
      #expect(await notAllowed.refusal(provider.token.text) == Self.connecting)
      #expect(provider.stub.received.isEmpty)
    }
  }

  @Test("of an endless key set only the first keys are taken")
  func boundedSet() async throws {
    let filler = (0..<100).map { TestKeys.other.jwk.merging(["kid": .string("filler-\($0)")]) { $1 } }
    try await Self.run(Served(.json(TestKeys.keySet(filler + [TestKeys.rsa.jwk])))) { provider in
      #expect(await provider.refusal(provider.token.text)?.contains("does not publish") == true)
    }
  }

  @Test("what one project may fetch from a private address is not handed to one that may not")
  func separateByPermission() async throws {
    try await Self.run(Served(.json(Self.both))) { provider in
      _ = try await provider.verify(provider.token.text)
      var other = provider
      other.settings.endpoints.allowPrivateAddresses = false
      #expect(await other.refusal(provider.token.text) == Self.connecting)
    }
  }
}
