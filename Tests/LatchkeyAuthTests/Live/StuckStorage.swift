import FirebaseAuth
import Foundation

/// Never lets go of what it has, and says so with an error that is no NSError.
struct StuckStorage: AuthStorage {
  struct Stuck: Error {}
  let storage = MemoryStorage()

  func load(_ key: String) throws -> Data? { storage.load(key) }
  func save(_ data: Data, for key: String) throws { storage.save(data, for: key) }
  func remove(_ key: String) throws { throw Stuck() }
  func exclusively<Result>(_ key: String, _ body: () throws -> Result) throws -> Result {
    try storage.exclusively(key, body)
  }
}
