import Foundation
import Synchronization
import Testing

@testable import Secrets

extension Thread {
  fileprivate static func detachNewThread(in group: DispatchGroup, _ body: @Sendable @escaping () -> Void) {
    group.enter()
    Thread.detachNewThread {
      body()
      group.leave()
    }
  }
}

@Suite("Master keys of a moment")
struct MasterKeysTests {
  private static func key(_ byte: UInt8) throws -> MasterKey {
    try MasterKey([UInt8](repeating: byte, count: 32))
  }

  @Test("everything is sealed under the current one, and what another sealed still opens")
  func others() throws {
    let (old, new) = (try Self.key(1), try Self.key(2))
    let before = SecretBox(keys: MasterKeys(fixed: old))
    let during = SecretBox(keys: MasterKeys(fixed: new, others: [old]))
    let after = SecretBox(keys: MasterKeys(fixed: new))
    let sealed = try before.seal(Data("secret".utf8), context: "c")
    #expect(try during.open(sealed, context: "c") == Data("secret".utf8))
    #expect(throws: SecretBox.Failure.self) { try after.open(sealed, context: "c") }
    #expect(throws: SecretBox.Failure.self) { try during.open(sealed, context: "d") }
    let anew = try #require(try during.reseal(sealed, context: "c"))
    #expect(try after.open(anew, context: "c") == Data("secret".utf8))
    #expect(throws: SecretBox.Failure.self) { try before.open(anew, context: "c") }
    #expect(try during.reseal(anew, context: "c") == nil)
    #expect(throws: SecretBox.Failure.self) { try after.reseal(sealed, context: "c") }
    let fresh = try during.seal(Data("other".utf8), context: "c")
    #expect(try after.open(fresh, context: "c") == Data("other".utf8))
  }

  @Test("keys are read anew for what does not open, so that nobody has to be told of a new one")
  func readAnew() async throws {
    let (old, new) = (try Self.key(1), try Self.key(2))
    let now = Mutex(MasterKeys.Snapshot(current: old))
    let box = SecretBox(keys: MasterKeys(.init(current: old)) { now.withLock { $0 } })
    let sealed = try SecretBox(keys: MasterKeys(fixed: new)).seal(Data("secret".utf8), context: "c")
    #expect(throws: SecretBox.Failure.self) { try box.open(sealed, context: "c") }
    now.withLock { $0 = .init(current: old, others: [new]) }
    var opened: Data?
    // At once, or after the moment for which it does not look again.
    let end = ContinuousClock.now + .seconds(5)
    while opened == nil, ContinuousClock.now < end { opened = try? box.open(sealed, context: "c") }
    #expect(opened == Data("secret".utf8))
  }

  @Test("who meets a new key while somebody else reads it waits for it", .timeLimit(.minutes(15)))
  func readingTogether() async throws {
    let (old, new) = (try Self.key(1), try Self.key(2))
    let sealed = try SecretBox(keys: MasterKeys(fixed: new)).seal(Data("secret".utf8), context: "c")
    let begun = DispatchSemaphore(value: 0)
    let other = DispatchSemaphore(value: 0)
    let keys = MasterKeys(.init(current: old), readAt: .now - .seconds(60)) {
      begun.signal()
      // An end of the other's call before this answers is one without the new key.
      _ = other.wait(timeout: .now() + .milliseconds(200))
      return .init(current: new, others: [old])
    }
    let box = SecretBox(keys: keys)
    let opened = Mutex<[Data?]>([])
    let ends = DispatchGroup()
    Thread.detachNewThread(in: ends) {
      let data = try? box.open(sealed, context: "c")
      opened.withLock { $0.append(data) }
    }
    Thread.detachNewThread(in: ends) {
      begun.wait()
      let data = try? box.open(sealed, context: "c")
      opened.withLock { $0.append(data) }
      other.signal()
    }
    await withCheckedContinuation { continuation in ends.notify(queue: .global()) { continuation.resume() } }
    #expect(opened.withLock { $0 } == [Data("secret".utf8), Data("secret".utf8)])
  }

  @Test("keys that cannot be read leave those that are known")
  func unreadable() throws {
    let box = SecretBox(keys: MasterKeys(.init(current: try Self.key(1))) { nil })
    let sealed = try box.seal(Data("secret".utf8), context: "c")
    #expect(try box.open(sealed, context: "c") == Data("secret".utf8))
    #expect(throws: SecretBox.Failure.self) { try box.open(sealed + [0], context: "c") }
  }

  @Test(
    "a key is 32 bytes, in base64", arguments: ["", "AAAA", "not base64", String(repeating: "A", count: 64)])
  func malformed(text: String) {
    #expect(throws: SecretBox.Failure.self) { try MasterKey(base64: text) }
  }
}
