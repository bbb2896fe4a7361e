import Identity
import IdentityProviders
import IdentityWire
import Logging
import Messaging
import Operations
import Synchronization
import TestSupport
import Testing
import Tokens
import WorkPool

@Suite("Signing up and in at the same moment", .timeLimit(.minutes(2)))
struct SimultaneousSignInTests {
  /// Signs like the real one, counts, and lets nobody go on before `gathering` are here.
  private final class CountingSigner: TokenSigner {
    private struct State {
      var count = 0
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let signer = LibcryptoSigner()
    private let gathering: Int
    private let state = Mutex(State())
    var count: Int { state.withLock { $0.count } }

    init(gathering: Int) { self.gathering = gathering }

    func sign(_ signingInput: [UInt8], with key: SigningKey) async throws(WireError) -> [UInt8] {
      await withCheckedContinuation { continuation in
        let released = state.withLock { state in
          state.count += 1
          state.waiting.append(continuation)
          guard state.count >= gathering else { return [CheckedContinuation<Void, Never>]() }
          defer { state.waiting = [] }
          return state.waiting
        }
        for continuation in released { continuation.resume() }
      }
      return try await signer.sign(signingInput, with: key)
    }

    func close() { signer.close() }
  }

  /// Runs the body so many times at once, on the server's accounts, and says what each was refused with.
  private func refusals(
    _ count: Int, _ server: TestServer, _ signer: CountingSigner,
    _ body: @Sendable @escaping (IdentityService, Caller) async throws -> Void
  ) async throws -> [String?] {
    defer { signer.close() }
    let pool = WorkPool(name: "password", threads: 2, maximumQueued: 64)
    defer { pool.close() }
    let http = OutgoingHTTP()
    let real = server.service
    let service = IdentityService(
      store: real.store, projects: real.projects, keyRing: real.keyRing,
      issuer: IDTokenIssuer(keys: real.keyRing, signer: signer),
      verifier: IDTokenVerifier(keys: real.keyRing), passwordPool: pool,
      providers: ProviderRegistry(http: http), messages: DevelopmentInbox(), unsignedCredentials: nil,
      functions: HTTPBlockingFunctions(
        http: http, issuer: FunctionMessageIssuer(keys: real.keyRing, signer: signer),
        random: SystemRandom(), addresses: BlockingFunctionAddresses()),
      clock: server.clock, random: SystemRandom(), log: Logger(label: "test"))
    let caller = Caller(project: try await server.project(), authority: .apiKey)
    let answers = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<count {
        group.addTask {
          do {
            try await body(service, caller)
            return nil
          } catch {
            return (error as? WireError)?.code ?? "\(error)"
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await http.shutDown()
    return answers
  }

  @Test("who loses the race for an address is told so after one signature")
  func signUp() async throws {
    try await TestServer.run { server in
      let signer = CountingSigner(gathering: 6)
      let answers = try await refusals(6, server, signer) { service, caller in
        var request = SignUpRequest()
        request.email = "ada@example.com"
        request.password = "correct horse"
        _ = try await service.signUp(request, caller)
      }
      #expect(answers.count { $0 == nil } == 1)
      #expect(answers.count { $0 == "EMAIL_EXISTS" } == 5, "\(answers)")
      #expect(signer.count == 6)
    }
  }

  @Test("fifty devices that have read one account at the same moment all sign in at the first attempt")
  func signIn() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ada@example.com", password: "correct horse")
      server.clock.advance(seconds: 60)
      let signer = CountingSigner(gathering: 50)
      let answers = try await refusals(50, server, signer) { service, caller in
        var request = SignInWithPasswordRequest()
        request.email = "ada@example.com"
        request.password = "correct horse"
        _ = try await service.signInWithPassword(request, caller)
      }
      #expect(answers.allSatisfy { $0 == nil }, "\(answers)")
      #expect(signer.count == 50)
      let account = try await server.service.store.accounts(
        in: Scope(project: TestServer.project, tenant: nil), after: nil, limit: 2)
      #expect(account.count == 1)
      #expect(account.first?.lastLoginAt.map { $0 > account[0].createdAt.adding(seconds: 59) } == true)
    }
  }
}
