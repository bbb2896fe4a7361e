import Dispatch
import Identity
import TestTools
import Testing

@testable import Storage

@Suite("Concurrent writers share a commit", .fewAtOnce)
struct GroupCommitTests {
  /// Holds the writer back until all batches of a test wait, so that they go into one commit.
  private func together(
    _ store: SQLiteAccountStore, _ batches: [[StoreWrite]]
  ) async throws -> (refusals: [Refusal?], commits: Int) {
    let started = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    async let blocker = store.commits.run { _ in
      started.signal()
      gate.wait()
      return 0
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        started.wait()
        continuation.resume()
      }
    }
    let before = store.commits.figures.commits
    async let refusals = withTaskGroup(of: (Int, Refusal?).self) { group in
      for (number, batch) in batches.enumerated() {
        group.addTask { (number, await store.refusal(of: batch)) }
      }
      return await group.reduce(into: [Refusal?](repeating: nil, count: batches.count)) { all, one in
        all[one.0] = one.1
      }
    }
    while store.commits.figures.waiting < batches.count { await Task.yield() }
    gate.signal()
    _ = try await blocker
    let results = await refusals
    return (results, store.commits.figures.commits - before - 1)
  }

  @Test("A refused batch leaves its neighbours in the same commit alone")
  func neighbours() async throws {
    try await withSQLite { store in
      let scope = try scope()
      var taken = try plainAccount("taken", in: scope)
      taken.email = try email("taken@example.com")
      try await store.apply([.insertAccount(taken)])
      let batches: [[StoreWrite]] = try (0..<40).map { number in
        let good = try plainAccount("good-\(number)", in: scope)
        var bad = try plainAccount("bad-\(number)", in: scope)
        bad.email = taken.email
        return number % 4 == 1 ? [.insertAccount(good), .insertAccount(bad)] : [.insertAccount(good)]
      }
      let (refusals, commits) = try await together(store, batches)
      #expect(commits == 1)
      for (number, refusal) in refusals.enumerated() {
        #expect(refusal == (number % 4 == 1 ? .conflict(.emailTaken) : nil))
        let found = try await store.account(try accountID("good-\(number)"), in: scope)
        #expect((found == nil) == (number % 4 == 1))
      }
    }
  }

  @Test("64 redemptions of one key in one commit succeed once")
  func redemptions() async throws {
    try await withSQLite { store in
      let write = StoreWrite.redeem(
        key: "code", scope: try scope(), expiresAt: now.adding(seconds: 9), now: now)
      let (refusals, commits) = try await together(store, Array(repeating: [write], count: 64))
      #expect(commits == 1)
      #expect(refusals.count { $0 == nil } == 1)
      #expect(refusals.count { $0 == .alreadyRedeemed } == 63)
    }
  }

  @Test("One commit holds a bounded number of batches")
  func bounded() async throws {
    try await withSQLite { store in
      let scope = try scope()
      let batches: [[StoreWrite]] = try (0..<600).map {
        [.insertAccount(try plainAccount("a-\($0)", in: scope))]
      }
      let (refusals, commits) = try await together(store, batches)
      #expect(commits == 3)
      #expect(refusals.allSatisfy { $0 == nil })
      #expect(try await store.accountCount(in: scope) == 600)
    }
  }

  @Test("When the whole transaction is lost, every caller in it is told")
  func lostTransaction() async throws {
    try await withSQLite { store in
      let scope = try scope()
      let started = DispatchSemaphore(value: 0)
      let gate = DispatchSemaphore(value: 0)
      async let blocker = store.commits.run { _ in
        started.signal()
        gate.wait()
        return 0
      }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          started.wait()
          continuation.resume()
        }
      }
      let account = try plainAccount("a", in: scope)
      async let first = store.refusal(of: [.insertAccount(account)])
      while store.commits.figures.waiting < 1 { await Task.yield() }
      // SQLite itself ends the transaction like this when the disk is full.
      async let second = refusal { () async throws(StoreError) in
        try await store.commits.run { connection in
          try connection.execute("ROLLBACK")
          throw SQLFailure.failed("disk full")
        }
      }
      while store.commits.figures.waiting < 2 { await Task.yield() }
      let later = try plainAccount("b", in: scope)
      async let third = store.refusal(of: [.insertAccount(later)])
      while store.commits.figures.waiting < 3 { await Task.yield() }
      gate.signal()
      _ = try await blocker
      #expect(await first == .unavailable)
      #expect(await second == .unavailable)
      #expect(await third == .unavailable)
      #expect(try await store.accountCount(in: scope) == 0)
      try await store.apply([.insertAccount(account), .insertAccount(later)])
    }
  }

  @Test("A caller that was cancelled still has its write applied whole")
  func cancelled() async throws {
    try await withSQLite { store in
      let account = try fullAccount("a", in: try scope())
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await store.apply([.insertAccount(account)])
      }
      try await task.value
      #expect(try await store.account(account.id, in: account.scope) == account)
    }
  }
}
