import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T4: who the console's OpenID provider lets in", .fewAtOnce)
struct T04ConsoleOpenIDTests {
  private static func refusal(_ body: () async throws -> Void) async -> Refusal? {
    do { try await body() } catch let error as IdentityError { return error.refusal } catch { return nil }
    return nil
  }

  private static func people(_ tester: ConsoleOpenIDTester) async throws -> [String: String] {
    Dictionary(
      try await tester.administrators.all().map { ($0.email, $0.rights.text) }, uniquingKeysWith: { $1 })
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an address that the provider does not call verified lets nobody in") {
      try await unverifiedEmail($0)
    },
    Behaviour("somebody with an administrator's verified address does not become that administrator") {
      try await localAdministrator($0)
    },
    Behaviour("a group with a similar name is another group") { try await similarGroup($0) },
    Behaviour("no groups, or too many, let nobody in") { try await bounds($0) },
    Behaviour("rights are those of the groups at the last sign-in, and end with the last group") {
      try await groupsChange($0)
    },
    Behaviour("somebody whom a group lets in has no password and no other role") { try await managed($0) },
    Behaviour("the last owner with a password cannot be removed, whoever the groups let in") {
      try await lastOwner($0)
    },
    Behaviour(
      "an administrator links their own account, with the same address and a new proof at the provider"
    ) { try await linking($0) },
    Behaviour("a session ends after twelve hours, with its administrator, and with the provider") {
      try await sessionsEnd($0)
    },
  ]

  @Test("the console's provider lets in whom its groups name, and nobody else")
  func signIns() async throws { try await TestServer.look(at: Self.behaviours, clearing: .console) }

  // Fails when email_verified is not looked at, or taken for true when it is missing.
  private static func unverifiedEmail(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    for more in [
      ["lab_verified": "0"], ["lab_fault": "email-unverified"], ["lab_fault": "email-missing"],
    ] {
      let refused = await refusal {
        _ = try await tester.signIn("ann@example.com", groups: "platform", more)
      }
      #expect(refused == .consoleAccessDenied, "\(more)")
    }
    #expect(try await people(tester) == ["owner@example.com": "owner"])
  }

  // Fails when a verified address is enough to become the administrator who has it.
  private static func localAdministrator(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    let owner = try await tester.setUp()
    for groups in ["platform", "staff"] {
      let refused = await refusal { _ = try await tester.signIn(owner.email, groups: groups) }
      #expect(refused == .consoleAccessDenied)
    }
    let known = try #require(try await tester.administrators.all().first)
    #expect(!known.hasOpenID && !known.isManaged)
  }

  // Fails when groups are compared as texts and not as bytes, cut, trimmed or folded.
  private static func similarGroup(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    try await eachCase(of: [
      "", "Platform", "PLATFORM", "platform ", " platform", "platform\u{200B}", "plat\u{0444}orm",
      "cafe\u{301}", "platform,staff", "platforms", "shop", "owner",
    ]) { group in
      let refused = await refusal { _ = try await tester.signIn("ann@example.com", groups: group) }
      #expect(refused == .consoleAccessDenied)
      let known = try await people(tester)
      #expect(known == ["owner@example.com": "owner"])
    }
    _ = try await tester.signIn("ann@example.com", groups: "caf\u{E9}")
    #expect(try await people(tester)["ann@example.com"] == "viewer")
  }

  // Fails when a token without groups, or with more than can be read, counts for a member of some.
  private static func bounds(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    let most = ConsoleGroups.maximumGroupsInToken
    let many = [String](repeating: "a", count: most).joined(separator: "|") + "|platform"
    let long = "platform|" + String(repeating: "x", count: ConsoleGroups.maximumNameBytes + 1)
    for groups in [nil, many, long] {
      let refused = await refusal { _ = try await tester.signIn("ann@example.com", groups: groups) }
      #expect(refused == .consoleAccessDenied)
    }
  }

  // Fails when rights are kept from an earlier sign-in, or a removal from the group leaves anything behind.
  private static func groupsChange(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    let first = try await tester.signIn("ann@example.com", groups: "platform", sub: "ann")
    #expect(try await people(tester)["ann@example.com"] == "owner")
    let second = try await tester.signIn("ann@example.com", groups: "staff|shop team", sub: "ann")
    #expect(try await people(tester)["ann@example.com"] == "viewer, example=editor")
    let lowered = try await tester.administrators.session(first)
    #expect(lowered?.administrator.rights.everywhere == .viewer)
    let refused = await refusal {
      _ = try await tester.signIn("ann@example.com", groups: "others", sub: "ann")
    }
    #expect(refused == .consoleAccessDenied)
    for token in [first, second] {
      let session = try await tester.administrators.session(token)
      #expect(session == nil)
    }
    #expect(try await people(tester) == ["owner@example.com": "owner"])
  }

  // Fails when sessions by OpenID do not end with the others, or with the provider's settings.
  private static func sessionsEnd(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    let administrators = tester.administrators
    let old = try await tester.signIn("ann@example.com", groups: "staff")
    for _ in 0..<30 {
      server.clock.advance(seconds: 24 * 60)
      _ = try await administrators.session(old)
    }
    let expired = try await administrators.session(old)
    #expect(expired == nil)
    let removed = try await tester.signIn("ann@example.com", groups: "staff")
    let id = try #require(try await administrators.session(removed)?.administrator.id)
    try await administrators.remove(id)
    let afterRemoval = try await administrators.session(removed)
    #expect(afterRemoval == nil)
    let last = try await tester.signIn("ann@example.com", groups: "staff")
    try await administrators.deleteOpenID()
    let afterDeletion = try await administrators.session(last)
    #expect(afterDeletion == nil)
    #expect(try await people(tester) == ["owner@example.com": "owner"])
  }

  // Fails when whoever the groups let in can be given a password, or a role that the groups do not give.
  private static func managed(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    _ = try await tester.setUp()
    let token = try await tester.signIn("ann@example.com", groups: "staff")
    let administrators = tester.administrators
    let ann = try #require(try await administrators.session(token)?.administrator)
    let project = try #require(try await administrators.project())
    let caller = Caller(project: project, authority: .administrator)
    let invitation = await refusal { _ = try await administrators.invitationCode(for: ann.id, caller) }
    #expect(invitation == .invalidConfig)
    let role = await refusal { try await administrators.setRole(.owner, of: ann.id) }
    #expect(role == .invalidConfig)
    let unlink = await refusal { try await administrators.unlinkOpenID(of: ann.id) }
    #expect(unlink == .invalidConfig)
  }

  // Fails when an owner who can only come by the provider counts as the one who stays.
  private static func lastOwner(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    let owner = try await tester.setUp()
    _ = try await tester.signIn("ann@example.com", groups: "platform")
    let id = try await tester.administrators.administrator(owner.email).id
    let refused = await refusal { try await tester.administrators.remove(id) }
    #expect(refused == .lastOwner)
  }

  // Fails when a link needs no session of the administrator, no fresh proof or not the same verified address.
  private static func linking(_ server: TestServer) async throws {
    let tester = ConsoleOpenIDTester(server)
    let owner = try await tester.setUp()
    let administrators = tester.administrators
    let id = try await administrators.administrator(owner.email).id
    guard
      case .code(let credential, let factor) = try await administrators.signIn(
        email: owner.email, password: owner.password, ClientDetails())
    else { throw TestFailure("no second factor is asked for") }
    let session = try await administrators.finishSignIn(
      credential: credential, factor: factor, code: server.nextPassword(of: owner), ClientDetails())
    func link(_ email: String, _ more: [String: String] = [:], current: String) async -> Refusal? {
      await refusal {
        let flow = try await tester.begin(.link(id))
        let options = ["lab_email": email, "lab_groups": "staff", "lab_sub": "owner"].merging(more) { $1 }
        _ = try await tester.finish(try await tester.answer(flow, options), current: current)
      }
    }
    #expect(await link("ann@example.com", current: session) == .consoleAccessDenied)
    #expect(await link(owner.email, ["lab_verified": "0"], current: session) == .consoleAccessDenied)
    #expect(await link(owner.email, ["lab_auth_age": "3600"], current: session) == .consoleAccessDenied)
    #expect(await link(owner.email, ["lab_groups": "others"], current: session) == .consoleAccessDenied)
    #expect(await link(owner.email, current: "") == .invalidIdPResponse)
    #expect(await link(owner.email, current: session) == nil)
    let ended = try await administrators.session(session)
    #expect(ended == nil)
    let token = try await tester.signIn(owner.email, groups: "staff", sub: "owner")
    let signedIn = try #require(try await administrators.session(token)?.administrator)
    // Groups neither raise nor lower the role of a local administrator.
    #expect(signedIn.id == id && signedIn.rights.text == "owner" && !signedIn.isManaged)
    let refused = await refusal { _ = try await tester.signIn(owner.email, groups: "others", sub: "owner") }
    #expect(refused == .consoleAccessDenied)
    #expect(try await people(tester) == ["owner@example.com": "owner"])
  }
}
