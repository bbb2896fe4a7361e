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

@Suite("Signing up and in at the same moment", .timeLimit(.minutes(15)))
struct SimultaneousSignInTests {
  /// Signs like the real one, counts, and lets nobody go on before `gathering` are here.
  private final class CountingSigner: TokenSigner {
    private struct State {
      var count = 0
      var gathering: Int
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let signer = LibcryptoSigner()
    private let state: Mutex<State>
    var count: Int { state.withLock { $0.count } }

    init(gathering: Int) { state = Mutex(State(gathering: gathering)) }

    /// Somebody was refused before they came here: nobody is to wait for them.
    func excuse() {
      let released = state.withLock { state in
        state.gathering -= 1
        return Self.release(&state)
      }
      for continuation in released { continuation.resume() }
    }

    private static func release(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
      guard state.count >= state.gathering else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }

    func sign(_ signingInput: [UInt8], with key: SigningKey) async throws(IdentityError) -> [UInt8] {
      await withCheckedContinuation { continuation in
        let released = state.withLock { state in
          state.count += 1
          state.waiting.append(continuation)
          return Self.release(&state)
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
      verifier: IssuedTokenVerifier(keys: real.keyRing), passwordPool: pool,
      samlPool: pool, providers: ProviderRegistry(http: http), messages: DevelopmentInbox(),
      unsignedCredentials: nil,
      functions: HTTPBlockingFunctions(
        http: http, issuer: FunctionMessageIssuer(keys: real.keyRing, signer: signer),
        addresses: BlockingFunctionAddresses()),
      captchas: CaptchaChecks(http: http),
      clock: server.clock, random: SystemRandom(), log: Logger(label: "test"),
      limits: .development)
    let caller = Caller(project: try await server.project(), authority: .apiKey)
    let answers = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<count {
        group.addTask {
          do {
            try await body(service, caller)
            return nil
          } catch {
            signer.excuse()
            return (error as? IdentityError)?.name ?? "\(error)"
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
    try await TestServer.run(.usualPasswordCost) { server in
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

  @Test("devices that bring custom tokens for one user all sign in, also when there is no account yet")
  func customTokens() async throws {
    try await TestServer.run { server in
      let account = try await server.addServiceAccount()
      let token = try server.customToken(of: account)
      for attempts in [2, 1] {
        let signer = CountingSigner(gathering: 40)
        let answers = try await refusals(40, server, signer) { service, caller in
          var request = SignInWithCustomTokenRequest()
          request.token = token
          _ = try await service.signInWithCustomToken(request, caller)
        }
        #expect(answers.allSatisfy { $0 == nil }, "\(answers)")
        // One makes the account; the others find it at their second attempt.
        #expect(signer.count == (attempts == 1 ? 40 : 79))
        server.clock.advance(seconds: 60)
      }
    }
  }

  @Test("devices that have proved one number all sign in at the first attempt")
  func phoneNumbers() async throws {
    try await TestServer.run { server in
      _ = try TestSession(try await server.signInByPhone("+15551230100"))
      var codes: [(session: String, code: String)] = []
      for _ in 0..<8 {
        let session = try await server.sendCode(to: "+15551230100")
        codes.append((session, try server.code(of: session)))
      }
      let left = Mutex(codes)
      let signer = CountingSigner(gathering: 8)
      let answers = try await refusals(8, server, signer) { service, caller in
        let (session, code) = left.withLock { $0.removeLast() }
        var request = SignInWithPhoneNumberRequest()
        request.sessionInfo = session
        request.code = code
        _ = try await service.signInWithPhoneNumber(request, caller)
      }
      #expect(answers.allSatisfy { $0 == nil }, "\(answers)")
      #expect(signer.count == 8)
    }
  }

  @Test("devices that received mailed links all sign in at the first attempt")
  func emailLinks() async throws {
    try await TestServer.run { server in
      let email = "ada@example.com"
      _ = try TestSession(
        try await server.signInWithLink(try await server.signInLinkCode(email), email: email))
      var codes: [String] = []
      for _ in 0..<8 { codes.append(try await server.signInLinkCode(email)) }
      let left = Mutex(codes)
      let signer = CountingSigner(gathering: 8)
      let answers = try await refusals(8, server, signer) { service, caller in
        var request = SignInWithEmailLinkRequest()
        request.email = email
        request.oobCode = left.withLock { $0.removeLast() }
        _ = try await service.signInWithEmailLink(request, caller)
      }
      #expect(answers.allSatisfy { $0 == nil }, "\(answers)")
      #expect(signer.count == 8)
    }
  }

  @Test("devices that have proved the second factor of one user all sign in at the first attempt")
  func secondFactors() async throws {
    try await TestServer.run { server in
      let factor = try await server.enrollPhone(
        try await server.verifiedUser("ada@example.com"), "+15551230100")
      var proofs: [FinalizeMFASignInRequest] = []
      for _ in 0..<8 {
        let pending = try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
        let session = try server.text(
          try await server.startSecondFactor(pending, factor.id), "phoneResponseInfo", "sessionInfo")
        var request = FinalizeMFASignInRequest()
        request.mfaPendingCredential = pending
        request.phoneVerificationInfo = FinalizeMFAPhoneRequestInfo()
        request.phoneVerificationInfo?.sessionInfo = session
        request.phoneVerificationInfo?.code = try server.code(of: session)
        proofs.append(request)
      }
      let left = Mutex(proofs)
      let signer = CountingSigner(gathering: 8)
      let answers = try await refusals(8, server, signer) { service, caller in
        _ = try await service.finalizeMFASignIn(left.withLock { $0.removeLast() }, caller)
      }
      #expect(answers.allSatisfy { $0 == nil }, "\(answers)")
      #expect(signer.count == 8)
    }
  }
}
