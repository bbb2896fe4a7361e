import IdentityWire

/// Asks a server that was started anew for everything that was answered before the crash.
struct CrashCheck: Sendable {
  let client: CrashClient
  /// Accounts of which nothing was answered since they were last looked at, too.
  var all = false

  /// - Returns: the ledger with what was answered now, and with its faults.
  func run(_ ledger: CrashLedger) async throws -> CrashLedger {
    var ledger = ledger
    for index in ledger.accounts.indices where all || ledger.accounts[index].isNews {
      let email = ledger.accounts[index].email ?? "anonymous"
      do {
        try await look(at: &ledger.accounts[index])
        try await signIn(ledger.accounts[index])
      } catch let fault as Fault {
        ledger.faults.append("\(ledger.accounts[index].id) (\(email)): \(fault.text)")
      }
      ledger.accounts[index].isNews = false
    }
    for email in ledger.unanswered {
      do {
        ledger.accounts.append(try await settle(email))
      } catch let fault as Fault {
        ledger.faults.append("\(email), whose sign-up was not answered: \(fault.text)")
      }
    }
    ledger.unanswered = []
    return ledger
  }

  private struct Fault: Error {
    var text: String
  }

  private func look(at account: inout CrashAccount) async throws {
    try await lookUp(&account)
    if let former = account.formerRefreshToken {
      let answer = try await client.refresh(former)
      guard answer.json["refresh_token"]?.stringValue == account.refreshToken else {
        throw Fault(text: "the refresh token before is answered with \(answer.text)")
      }
    }
    let answer = try await client.refresh(account.refreshToken)
    guard account.take(refresh: answer) else {
      throw Fault(text: "a refresh is answered with \(answer.text)")
    }
    try await lookUp(&account)
  }

  private func signIn(_ account: CrashAccount) async throws {
    if let email = account.email {
      let answer = try await client.signIn(email)
      guard answer.status == 200, answer.json["localId"]?.stringValue == account.id else {
        throw Fault(text: "a sign-in is answered with \(answer.text)")
      }
    }
  }

  private func lookUp(_ account: inout CrashAccount) async throws {
    let answer = try await client.lookUp(account.idToken)
    let user = answer.json["users"]?[0]
    guard answer.status == 200, user?["localId"]?.stringValue == account.id,
      user?["email"]?.stringValue == account.email
    else { throw Fault(text: "a look-up is answered with \(answer.text)") }
    let name = user?["displayName"]?.stringValue
    guard account.mayBeNamed(name) else {
      throw Fault(
        text:
          "it is named \(name ?? "nothing"); \(account.answeredName) was answered, \(account.sentName) sent")
    }
    // What is stored now is not to change any more.
    account.answeredName = name.flatMap { Int($0.dropFirst("name ".count)) } ?? 0
    account.sentName = account.answeredName
  }

  /// There is the whole account, or nothing of it.
  private func settle(_ email: String) async throws -> CrashAccount {
    var answer = try await client.signIn(email)
    if answer.error == "INVALID_LOGIN_CREDENTIALS" { answer = try await client.signUp(email) }
    guard var account = CrashAccount(answer, email: email) else {
      throw Fault(text: "the address is answered with \(answer.text)")
    }
    try await look(at: &account)
    account.isNews = false
    return account
  }
}
