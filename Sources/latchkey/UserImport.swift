import Foundation
import IdentityWire
import Operations

/// Reads a user file, and prints the progress and the skipped users.
struct UserImport {
  private static let pieceBytes = 1 << 16

  private var importer: UserImporter
  var read: Int { importer.read }
  var imported: Int { importer.imported }
  var failed: Int { importer.failed }
  var isPartial: Bool { importer.isPartial }

  init(service: IdentityService, caller: Caller, request: BatchCreateRequest, isTrial: Bool) {
    importer = UserImporter(
      service: service, caller: caller, request: request,
      unknownHash: "the user has a password hash, but --hash-algo is missing",
      isTrial: isTrial,
      progress: { read, imported in
        Terminal.progress("\(read) users read, \(imported) \(isTrial ? "would be imported" : "imported")")
      }
    ) { failure in
      let name = failure.localID.map { " (\($0))" } ?? ""
      Terminal.error("User \(failure.number)\(name): \(failure.reason)")
    }
  }

  /// Reads to the end of the file. After an error, the users before the error stay imported.
  mutating func read(_ handle: FileHandle, _ decoder: some UserFileDecoder) async throws {
    var decoder = decoder
    do {
      while let piece = try handle.read(upToCount: Self.pieceBytes), !piece.isEmpty {
        try await importer.take(try decoder.feed(piece))
      }
      try await importer.take(try decoder.finish())
    } catch let failure as UserFileFailure {
      try await importer.finish()
      throw failure
    } catch {
      await importer.stop()
      throw error
    }
    try await importer.finish()
  }
}
