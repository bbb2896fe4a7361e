import Foundation
import LatchkeyAuth
import Testing

@Suite("Storage in memory")
struct MemoryStorageTests {
  @Test("keeps, replaces and removes by key")
  func values() {
    let storage = MemoryStorage()
    #expect(storage.load("a") == nil)
    storage.save(Data("1".utf8), for: "a")
    storage.save(Data("2".utf8), for: "b")
    storage.save(Data("3".utf8), for: "a")
    #expect(storage.load("a") == Data("3".utf8))
    storage.remove("a")
    storage.remove("a")
    #expect(storage.load("a") == nil)
    #expect(storage.load("b") == Data("2".utf8))
  }

  @Test("one thread at a time is in the body of a key, and may enter it again")
  func exclusion() throws {
    let storage = MemoryStorage()
    DispatchQueue.concurrentPerform(iterations: 500) { _ in
      storage.exclusively("n") {
        storage.exclusively("n") {
          let count = storage.load("n").map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 } ?? 0
          storage.save(Data("\(count + 1)".utf8), for: "n")
        }
      }
    }
    #expect(storage.load("n") == Data("500".utf8))
  }
}
