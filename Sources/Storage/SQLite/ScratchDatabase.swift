import Foundation
import Identity

/// An empty database with the newest schema. It is prepared once, and each test gets a copy. Copies do not wait for the
/// disk, and lose their content in a crash. No setting makes a server use a scratch database.
package struct ScratchDatabase: Sendable {
  private let content: Data

  /// Applies all schema migrations, as for a permanent database.
  package init() throws(StoreError) {
    let file = try DatabaseFile.temporary()
    defer { file.temporaryDirectory?.remove() }
    do {
      // Closing the database merges and removes its log, so the file alone is complete.
      try SQLiteAccountStore.openPool(
        path: file.path, migrator: SchemaMigrator(dialect: .sqlite), settings: .scratch
      ).close()
      content = try Data(contentsOf: URL(fileURLWithPath: file.path))
    } catch {
      throw StoreError(opening: file.path, error)
    }
  }

  /// Opens a store on a copy, which is deleted when the store is closed.
  package func open(timing: StoreTiming? = nil) throws(StoreError) -> SQLiteAccountStore {
    let file = try DatabaseFile.temporary()
    do {
      // Writes into the existing file, because it already has the right mode.
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
      try handle.write(contentsOf: content)
      try handle.close()
    } catch {
      throw StoreError(opening: file.path, error)
    }
    return try SQLiteAccountStore(file, settings: .scratch, timing: timing)
  }
}
