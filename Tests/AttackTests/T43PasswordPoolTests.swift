import Dispatch
import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing
import WorkPool

@testable import Operations

@Suite("T43: one client fills the password pool", .fewAtOnce, .timeLimit(.minutes(60)))
struct T43PasswordPoolTests {
  private static let email = "ann@example.com"
  private static let right = "correct horse battery"

  // Fails when each of the 120 takes a place of its own in the pool: then most of the others are refused with 429. Fails
  // when each is a guess of its own: then some of the 120 are.
  @Test("120 connections with one account's right password are answered, and so is everybody else")
  func flood() async throws {
    try await TestServer.runLimited { server in
      _ = try await server.signUp(Self.email, Self.right)
      for index in 0..<20 { _ = try await server.signUp("user\(index)@example.com", Self.right) }
      let (firstAnswer, flooded) = AsyncStream<Never>.makeStream()
      let answers = try await withThrowingTaskGroup(of: (Bool, TestResponse).self) { group in
        for _ in 0..<120 {
          group.addTask {
            defer { flooded.finish() }
            var answer = try await server.signInInCrowd(Self.email, Self.right)
            flooded.finish()
            for _ in 0..<3 where answer.status == 200 {
              answer = try await server.signInInCrowd(Self.email, Self.right)
            }
            return (true, answer)
          }
        }
        // By then all of them wait.
        for await _ in firstAnswer {}
        for index in 0..<20 {
          group.addTask { (false, try await server.signInInCrowd("user\(index)@example.com", Self.right)) }
        }
        return try await group.reduce(into: [(Bool, TestResponse)]()) { $0.append($1) }
      }
      let (flood, others) = (answers.filter(\.0).map(\.1), answers.filter { !$0.0 }.map(\.1))
      #expect(counts(others.map { $0.errorMessage ?? "200" }) == ["200": 20])
      #expect(counts(flood.map { $0.errorMessage ?? "200" }) == ["200": 120])
      // Nothing of it counts as guessing.
      for attempt in 0..<9 {
        #expect(try await server.signInWithPassword(Self.email, "wrong \(attempt)").status == 400)
      }
      #expect(try await server.signInWithPassword(Self.email, Self.right).status == 200)
      #expect(server.service.passwordChecks.count == 0)
    }
  }

  // Fails when the first of those who bring one password takes back a guess for each of them, or none.
  @Test("who brings one password with many connections takes one guess back")
  func oneGuessBack() async throws {
    try await TestServer.runLimited { server in
      let network = server.network("192.0.2.1")
      #expect(try await network.signUp(Self.email, Self.right) == "200")
      func spray(_ count: Int, from first: Int) async throws -> [String: Int] {
        var outcomes: [String] = []
        for index in first..<first + count {
          outcomes.append(try await network.signIn("nobody\(index)@example.com", "Summer2026"))
        }
        return counts(outcomes)
      }
      #expect(try await spray(90, from: 0) == ["EMAIL_NOT_FOUND": 90])
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<40 { group.addTask { try await network.signIn(Self.email, Self.right) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts(answers) == ["200": 40])
      #expect(try await spray(15, from: 90) == ["EMAIL_NOT_FOUND": 10, "TOO_MANY_ATTEMPTS_TRY_LATER": 5])
    }
  }

  // Fails when callers of other networks share an answer: what one network is kept from, another one's luck would give
  // it.
  @Test("no network shares the answer of another")
  func networks() async throws {
    try await TestServer.runLimited { server in
      #expect(try await server.network("192.0.2.1").signUp(Self.email, Self.right) == "200")
      let locked = server.network("192.0.2.66")
      for attempt in 0..<10 {
        #expect(try await locked.signIn(Self.email, "wrong \(attempt)") == "INVALID_PASSWORD")
      }
      let answers = try await withThrowingTaskGroup(of: (Bool, String).self) { group in
        for index in 0..<40 {
          let network = index.isMultiple(of: 2) ? locked : server.network("192.0.2.1")
          group.addTask { (index.isMultiple(of: 2), try await network.signIn(Self.email, Self.right)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts(answers.filter(\.0).map(\.1)) == ["TOO_MANY_ATTEMPTS_TRY_LATER": 20])
      #expect(counts(answers.filter { !$0.0 }.map(\.1)) == ["200": 20])
    }
  }

  // Fails when an answer is kept for later.
  @Test("a password that was changed is wrong at once, and one that was just wrong is looked at again")
  func nothingKept() async throws {
    try await TestServer.run { server in
      let session = try await server.signUp(Self.email, Self.right)
      #expect(try await server.signInWithPassword(Self.email, "another horse").status == 400)
      let changed = try await server.call(
        "accounts:update", ["idToken": .string(session.idToken), "password": "another horse"])
      #expect(changed.status == 200, "\(changed.text)")
      #expect(try await server.signInWithPassword(Self.email, Self.right).errorMessage == "INVALID_PASSWORD")
      #expect(try await server.signInWithPassword(Self.email, "another horse").status == 200)
    }
  }

  // Fails when questions to providers are not counted by network, or are not given back (each alone).
  @Test("one network has 32 questions to providers under way, and others theirs")
  func providers() async throws {
    try await TestServer.run { server in
      var flooding = Caller(project: try await server.project(), authority: .apiKey)
      flooding.client.ipAddress = "192.0.2.9"
      var other = flooding
      other.client.ipAddress = "192.0.2.10"
      var places: [SharedPlaces.Place] = []
      while let place = try? server.service.providerPlace(flooding) { places.append(place) }
      #expect(places.count == 32)
      _ = try server.service.providerPlace(other)
      places.removeLast()
      _ = try server.service.providerPlace(flooding)
      // A question that was answered leaves its place.
      for _ in 0..<40 {
        server.clock.advance(seconds: 1)
        let token = try await server.labToken("google.com", ["kind": "access", "sub": "1"])
        var request = SignInWithIdpRequest()
        request.requestUri = "http://localhost"
        request.postBody = FormURLEncoded([("providerId", "google.com"), ("access_token", token)]).text
        _ = try await server.service.signInWithIdp(request, other)
      }
    }
  }

  // Fails when places are not counted by account, not by network, or not by project (each alone).
  @Test("one account holds a quarter of the pool, one network a half, and one project three quarters")
  func shares() async throws {
    var options = TestServer.Options()
    options.maximumQueuedPasswords = 64
    let capacity = 64 + ProcessInfo.processInfo.activeProcessorCount
    try await TestServer.run(options) { server in try await Self.checkShares(of: server, capacity) }
  }

  private static func checkShares(of server: TestServer, _ capacity: Int) async throws {
    let project = try await server.project()
    let school = Project(
      id: try #require(ProjectID(rawValue: "school-project")), number: "100000000009", apiKeys: [],
      authorizedDomains: [], createdAt: server.clock.now())
    func caller(_ address: String, of project: Project) -> Caller {
      var caller = Caller(project: project, authority: .apiKey)
      caller.client.ipAddress = address
      return caller
    }
    func places(
      of one: Project? = nil, _ address: (Int) -> String, _ holder: (Int) -> PasswordHolder
    ) -> [WorkPool.Place] {
      var places: [WorkPool.Place] = []
      while let place = try? server.service.passwordPlace(
        caller(address(places.count), of: one ?? project), for: holder(places.count))
      { places.append(place) }
      return places
    }
    func somebody(_ index: Int) -> PasswordHolder {
      .account(AccountID(rawValue: "user\(index)") ?? .random(SystemRandom()))
    }
    let ann = try #require(EmailAddress(Self.email))
    // Of an account that many networks ask for.
    let ofAccount = places({ "10.0.0.\($0)" }, { _ in .address(ann) })
    #expect(ofAccount.count == capacity / 4)
    // Of a network that asks for many accounts.
    let ofNetwork = places({ _ in "192.0.2.9" }, somebody)
    #expect(ofNetwork.count == capacity / 2)
    // There are some left, and what refuses has the words for it.
    let share = SharedPool.passwordHashes.share(of: capacity)
    let others = places({ "10.1.0.\($0)" }, { somebody($0 + 1_000) })
    #expect(others.count == share - capacity / 4 - capacity / 2)
    // Another project's, which shares neither account nor network with this one.
    let ofSchool = places(of: school, { "10.3.0.\($0)" }, { somebody($0 + 2_000) })
    #expect(ofSchool.count == capacity - share)
    do {
      _ = try server.service.passwordPlace(caller("10.2.0.1", of: project), for: .address(ann))
      Issue.record("there is no place left")
    } catch {
      #expect(error.name == "TOO_MANY_ATTEMPTS_TRY_LATER" && error.retryAfter == 1)
    }
    for place in ofAccount + ofNetwork + others + ofSchool { place.leave() }
    #expect(places({ _ in "127.0.0.1" }, somebody).count == share, "a proxy on this machine is many")
  }
}
