import Foundation
import Identity
import IdentityWire
import Synchronization
import TestSupport

/// Many clients at once that sign up, change and refresh until their server is gone.
struct CrashBurst: Sendable {
  let clients: [CrashClient]
  /// Changes with every answer.
  let answered = Watched(CrashFigures())

  /// - Parameter ledgers: one for each user; each goes on with what it has.
  /// - Returns: the ledgers, when no server answers any longer.
  func run(_ ledgers: [CrashLedger], seed: UInt64) async -> [CrashLedger] {
    await withTaskGroup(of: (Int, CrashLedger).self) { group in
      for (index, ledger) in ledgers.enumerated() {
        group.addTask {
          let user = CrashUser(
            ledger: ledger, hasAddresses: index % 4 == 0, random: SeededRandom(seed: seed &+ UInt64(index)),
            answered: answered)
          return (index, await user.run(clients, from: index))
        }
      }
      var ledgers = ledgers
      for await (index, ledger) in group { ledgers[index] = ledger }
      return ledgers
    }
  }
}

/// One of them. Its accounts are its own, so that what it was answered comes in an order.
private struct CrashUser {
  var ledger: CrashLedger
  /// Whether it signs up with e-mail addresses. Not all do: passwords take so long to hash that nothing else would
  /// be on its way when the server is killed.
  let hasAddresses: Bool
  let random: SeededRandom
  let answered: Watched<CrashFigures>

  /// Asks one server, and the next when that answers no more, until none does.
  consuming func run(_ clients: [CrashClient], from first: Int) async -> CrashLedger {
    var user = self
    for index in clients.indices {
      let client = clients[(first + index) % clients.count]
      do {
        while user.ledger.faults.isEmpty { try await user.act(client) }
      } catch {
        user.ledger.answers.lost += 1
      }
    }
    return user.ledger
  }

  private mutating func act(_ client: CrashClient) async throws {
    let choice = random.below(10)
    // Mostly new ones, and now and then one of before.
    let recent = min(ledger.accounts.count, random.below(5) == 0 ? ledger.accounts.count : 3)
    guard recent > 0, choice > 3 else {
      return try await signUp(client, withEmail: hasAddresses && choice < 2)
    }
    let index = ledger.accounts.count - 1 - random.below(recent)
    if choice < 7 { try await rename(index, client) } else { try await refresh(index, client) }
  }

  private mutating func signUp(_ client: CrashClient, withEmail: Bool) async throws {
    let email = withEmail ? "\(random.alphanumeric(20).lowercased())@example.com" : nil
    if let email { ledger.unanswered.append(email) }
    let answer = try await client.signUp(email)
    guard isAnswer(answer) else { return }
    guard let account = CrashAccount(answer, email: email) else { return fault("sign-up", answer) }
    if let email { ledger.unanswered.removeAll { $0 == email } }
    ledger.accounts.append(account)
    note(email == nil ? \.anonymous : \.emails)
  }

  private mutating func rename(_ index: Int, _ client: CrashClient) async throws {
    ledger.accounts[index].sentName += 1
    ledger.accounts[index].isNews = true
    let number = ledger.accounts[index].sentName
    let answer = try await client.rename(ledger.accounts[index].idToken, CrashAccount.name(number))
    guard isAnswer(answer) else { return }
    guard answer.status == 200 else { return fault("update", answer) }
    ledger.accounts[index].answeredName = number
    note(\.names)
  }

  private mutating func refresh(_ index: Int, _ client: CrashClient) async throws {
    ledger.accounts[index].isNews = true
    let answer = try await client.refresh(ledger.accounts[index].refreshToken)
    guard isAnswer(answer) else { return }
    guard ledger.accounts[index].take(refresh: answer) else { return fault("refresh", answer) }
    note(\.refreshes)
  }

  private mutating func note(_ kind: WritableKeyPath<CrashFigures, Int>) {
    ledger.answers[keyPath: kind] += 1
    answered.change { $0[keyPath: kind] += 1 }
  }

  /// Whether the server had a database: otherwise nobody knows what it did.
  private mutating func isAnswer(_ answer: CrashClient.Answer) -> Bool {
    guard answer.status == 503 else { return true }
    ledger.answers.lost += 1
    return false
  }

  private mutating func fault(_ what: String, _ answer: CrashClient.Answer) {
    ledger.faults.append("\(what) was answered with \(answer.text)")
  }
}

extension CrashAccount {
  init?(_ answer: CrashClient.Answer, email: String?) {
    guard answer.status == 200, let id = answer.json["localId"]?.stringValue,
      let idToken = answer.json["idToken"]?.stringValue,
      let refreshToken = answer.json["refreshToken"]?.stringValue
    else { return nil }
    self.init(id: id, email: email, idToken: idToken, refreshToken: refreshToken)
  }

  /// - Returns: false for what answers no refresh of this account.
  mutating func take(refresh answer: CrashClient.Answer) -> Bool {
    guard answer.status == 200, answer.json["user_id"]?.stringValue == id,
      let idToken = answer.json["id_token"]?.stringValue,
      let next = answer.json["refresh_token"]?.stringValue, next != refreshToken
    else { return false }
    self.idToken = idToken
    formerRefreshToken = refreshToken
    refreshToken = next
    return true
  }
}

extension SeededRandom {
  func below(_ bound: Int) -> Int {
    Int(bytes(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(bound))
  }
}
