import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Verifying, changing and recovering an address", .fewAtOnce)
struct AddressChangeTests {
  private static func email(_ server: TestServer, _ user: TestSession) async throws -> String? {
    try await server.account(user.localID)?.email?.text
  }

  private static func move(_ server: TestServer, _ user: TestSession, to email: String) async throws
    -> TestSession
  {
    try TestSession(
      try await server.call(
        "accounts:update",
        ["idToken": .string(user.idToken), "email": .string(email), "returnSecureToken": true]))
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("verifying and changing ends the sessions and tells the old address, which can come back") {
      try await change($0)
    },
    Behaviour("what changes the address answers with the new one as newEmail, and nothing else does") {
      try await newEmail($0)
    },
    Behaviour("a change code that fails for an address that was taken meanwhile stays good and listed") {
      try await takenMeanwhile($0)
    },
    Behaviour("a change code dies with the password, with another address and with the owner's take-over") {
      try await changeCodeDies($0)
    },
    Behaviour("verifying survives a changed password and dies with the address") {
      try await verification($0)
    },
    Behaviour("whatever a thief changes after the address, its owner gets it back, and the thief does not") {
      try await recovery($0)
    },
    Behaviour("the thief's earlier recovery does not stop the owner's, whose change came before") {
      try await recoveryByThiefFirst($0)
    },
    Behaviour("registering the old address anew does not keep it from coming back, unless it was proved") {
      try await squatter($0)
    },
    Behaviour("a code does its one thing, whatever else the request asks for") { try await nothingElse($0) },
  ]

  @Test("an address is verified, changed and recovered by mailed codes alone")
  func addresses() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func change(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let code = try await server.changeCode(of: ann, to: "new@example.com")
    #expect(try await server.resetPassword(code, to: nil).json["newEmail"] == "new@example.com")
    let changed = try await server.apply(oobCode: code)
    #expect(changed.json["email"] == "new@example.com" && changed.json["emailVerified"] == true)
    #expect(changed.json["idToken"] == nil, "a mailed code is no sign-in")
    #expect(try await server.refresh(ann.refreshToken).status == 400)

    let recovery = try server.mail("RECOVER_EMAIL", to: "ann@example.com")
    let inspected = try await server.resetPassword(recovery.code, to: nil)
    #expect(inspected.json["email"] == "ann@example.com" && inspected.json["newEmail"] == "new@example.com")
    #expect(try await server.apply(oobCode: recovery.code).json["email"] == "ann@example.com")
  }

  private static func newEmail(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let verified = try await server.apply(
      oobCode: try await server.verificationCode(of: ann, "ann@example.com"))
    #expect(verified.status == 200 && verified.json["newEmail"] == nil)
    let changed = try await server.apply(
      oobCode: try await server.changeCode(of: ann, to: "new@example.com"))
    #expect(changed.json["newEmail"] == "new@example.com")
    let recovered = try await server.apply(
      oobCode: try server.mail("RECOVER_EMAIL", to: "ann@example.com").code)
    #expect(recovered.json["newEmail"] == "ann@example.com", "\(recovered.text)")

    let again = try TestSession(try await server.signIn("ann@example.com"))
    func update(_ name: String, _ value: JSONValue) async throws -> TestResponse {
      try await server.call("accounts:update", ["idToken": .string(again.idToken), name: value])
    }
    #expect(try await update("displayName", "Ann").json["newEmail"] == nil)
    #expect(try await update("email", "ann@example.com").json["newEmail"] == nil)
    let moved = try await update("email", "Bob@example.com")
    #expect(moved.json["newEmail"] == "bob@example.com" && moved.json["email"] == "bob@example.com")
    let given = try await server.administer(
      "accounts:update", ["localId": .string(ann.localID), "email": "eve@example.com"])
    #expect(given.json["newEmail"] == "eve@example.com", "\(given.text)")
  }

  private static func takenMeanwhile(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let code = try await server.changeCode(of: ann, to: "new@example.com")
    let other = try await server.signUp("new@example.com")
    #expect(try await server.apply(oobCode: code).errorMessage == "EMAIL_EXISTS")
    let listed = try await server.send("GET", "/emulator/v1/projects/example/oobCodes")
    #expect(listed.text.contains(code), "\(listed.text)")
    _ = try await server.administer("accounts:delete", ["localId": .string(other.localID)])
    #expect(try await server.apply(oobCode: code).json["email"] == "new@example.com")
  }

  private static func changeCodeDies(_ server: TestServer) async throws {
    let thief = try await server.signUp("ann@example.com")
    let code = try await server.changeCode(of: thief, to: "thief@example.com")
    let link = try await server.signInLinkCode("ann@example.com")
    let ann = try TestSession(try await server.signInWithLink(link, email: "ann@example.com"))
    #expect(ann.localID == thief.localID)
    #expect(try await server.apply(oobCode: code).errorMessage == "INVALID_OOB_CODE")
    #expect(try await server.resetPassword(code, to: nil).errorMessage == "INVALID_OOB_CODE")
    #expect(try await Self.email(server, ann) == "ann@example.com")

    let first = try await server.changeCode(of: ann, to: "one@example.com")
    let second = try await server.changeCode(of: ann, to: "two@example.com")
    #expect(try await server.apply(oobCode: first).status == 200)
    #expect(try await server.apply(oobCode: second).errorMessage == "INVALID_OOB_CODE")
  }

  private static func verification(_ server: TestServer) async throws {
    var ann = try await server.signUp("ann@example.com")
    let code = try await server.verificationCode(of: ann, "ann@example.com")
    let dead = try await server.verificationCode(of: ann, "ann@example.com")
    ann = try TestSession(
      try await server.call(
        "accounts:update",
        ["idToken": .string(ann.idToken), "password": "another horse", "returnSecureToken": true]))
    #expect(try await server.apply(oobCode: code).json["emailVerified"] == true)
    ann = try await Self.move(server, ann, to: "new@example.com")
    #expect(try await server.apply(oobCode: dead).errorMessage == "INVALID_OOB_CODE")
    #expect(try await server.account(ann.localID)?.emailVerified == false)
  }

  private static func recovery(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    var thief = try await Self.move(server, ann, to: "bob@example.com")
    thief = try await Self.move(server, thief, to: "eve@example.com")
    _ = try await server.call(
      "accounts:update", ["idToken": .string(thief.idToken), "password": "the thief's own"])
    let owners = try server.mail("RECOVER_EMAIL", to: "ann@example.com").code
    let thiefs = try server.mail("RECOVER_EMAIL", to: "bob@example.com").code

    #expect(try await server.apply(oobCode: owners).json["email"] == "ann@example.com")
    #expect(try await server.account(ann.localID)?.emailVerified == true)
    #expect(try await server.apply(oobCode: thiefs).errorMessage == "INVALID_OOB_CODE")
    #expect(try await server.resetPassword(thiefs, to: nil).errorMessage == "INVALID_OOB_CODE")
    #expect(try await server.refresh(thief.refreshToken).status == 400)
    #expect(try await Self.email(server, ann) == "ann@example.com")

    let reset = try await server.resetCode("ann@example.com")
    #expect(try await server.resetPassword(reset, to: "ann's again").status == 200)
    let again = try TestSession(try await server.signInWithPassword("ann@example.com", "ann's again"))
    _ = try await Self.move(server, again, to: "new@example.com")
    let later = try server.mail("RECOVER_EMAIL", to: "ann@example.com").code
    #expect(try await server.apply(oobCode: later).json["email"] == "ann@example.com", "a later change")
  }

  private static func recoveryByThiefFirst(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let thief = try await Self.move(server, ann, to: "bob@example.com")
    _ = try await Self.move(server, thief, to: "eve@example.com")
    let owners = try server.mail("RECOVER_EMAIL", to: "ann@example.com").code
    let thiefs = try server.mail("RECOVER_EMAIL", to: "bob@example.com").code
    #expect(try await server.apply(oobCode: thiefs).json["email"] == "bob@example.com")
    #expect(try await server.apply(oobCode: owners).json["email"] == "ann@example.com")
    #expect(try await Self.email(server, ann) == "ann@example.com")
  }

  private static func squatter(_ server: TestServer) async throws {
    let ann = try await server.verifiedUser("ann@example.com")
    let thief = try await Self.move(server, ann, to: "bob@example.com")
    let squatter = try await server.signUp("ann@example.com", password: "mine now")
    let code = try server.mail("RECOVER_EMAIL", to: "ann@example.com").code
    #expect(try await server.apply(oobCode: code).json["localId"] == .string(ann.localID))
    #expect(try await Self.email(server, squatter) == nil)
    #expect(try await server.refresh(squatter.refreshToken).status == 400)
    #expect(try await server.signInWithPassword("ann@example.com", "mine now").status == 400)
    #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
    #expect(try await server.refresh(thief.refreshToken).status == 400)

    let again = try TestSession(try await server.signInWithPassword("ann@example.com", "correct horse"))
    _ = try await Self.move(server, again, to: "new@example.com")
    let link = try await server.signInLinkCode("ann@example.com")
    #expect(try await server.signInWithLink(link, email: "ann@example.com").status == 200)
    let late = try server.mail("RECOVER_EMAIL", to: "ann@example.com").code
    #expect(try await server.apply(oobCode: late).errorMessage == "EMAIL_EXISTS")
  }

  @Test("taking the address away is told, too; what an administrator changes is not")
  func notices() async throws {
    try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com")
      let removed = try await server.call(
        "accounts:update", ["idToken": .string(ann.idToken), "deleteAttribute": ["EMAIL"]])
      #expect(removed.status == 200, "\(removed.text)")
      let code = try server.mail("RECOVER_EMAIL", to: "ann@example.com").code
      #expect(try await server.apply(oobCode: code).json["email"] == "ann@example.com")

      let before = server.mails.count
      _ = try await server.administer(
        "accounts:update", ["localId": .string(ann.localID), "email": "other@example.com"])
      #expect(try await Self.email(server, ann) == "other@example.com" && server.mails.count == before)

      let bob = try await server.signUp("bob@example.com")
      _ = try await server.call(
        "accounts:signUp",
        ["idToken": .string(bob.idToken), "email": "bob2@example.com", "password": "another horse"])
      #expect(try server.mail("RECOVER_EMAIL", to: "bob@example.com").newEmail?.text == "bob2@example.com")
    }
  }

  private static func nothingElse(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let code = try await server.verificationCode(of: ann, "ann@example.com")
    let response = try await server.call(
      "accounts:update",
      [
        "oobCode": .string(code), "password": "a thief's password", "email": "thief@example.com",
        "displayName": "Thief", "disableUser": true, "returnSecureToken": true, "localId": "x",
      ])
    #expect(response.status == 200 && response.json["idToken"] == nil)
    let account = try #require(try await server.account(ann.localID))
    #expect(account.email?.text == "ann@example.com" && account.displayName == nil && !account.disabled)
    #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
  }
}
