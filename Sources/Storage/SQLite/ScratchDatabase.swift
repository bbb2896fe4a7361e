import Foundation
import Identity

/// An empty database with the newest schema, prepared once, of which tests have a copy each: it waits for no disk, and a
/// crash loses what it holds. No setting of a server leads here.
package struct ScratchDatabase: Sendable {
  private let content: Data

  /// Takes every step of the schema, as for a database that anybody keeps.
  package init() throws(StoreError) {
    let file = try DatabaseFile.temporary()
    defer { file.temporaryDirectory?.remove() }
    do {
      // Closed, it has no log beside it.
      try SQLiteAccountStore.openPool(
        path: file.path, migrator: SchemaMigrator(dialect: .sqlite), settings: .scratch
      ).close()
      content = try Data(contentsOf: URL(fileURLWithPath: file.path))
    } catch {
      throw StoreError(opening: file.path, error)
    }
  }

  /// A store on a copy, which is deleted when the store is closed.
  package func open(timing: StoreTiming? = nil) throws(StoreError) -> SQLiteAccountStore {
    let file = try DatabaseFile.temporary()
    do {
      // Into the file that is there, whose mode is right.
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
      try handle.write(contentsOf: content)
      try handle.close()
    } catch {
      throw StoreError(opening: file.path, error)
    }
    return try SQLiteAccountStore(file, settings: .scratch, timing: timing)
  }
}
