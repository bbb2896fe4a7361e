import Foundation
import Operations
import Testing

@Suite("Who is at work on a data directory")
struct DataDirectoryLockTests {
  private static func withDirectory(_ body: @Sendable (DataDirectory) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-lock-\(UUID())").path
    let directory = DataDirectory(path: path)
    try directory.create()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(directory)
  }

  @Test("a server is seen while it holds the directory, and a command is none")
  func seen() async throws {
    try await Self.withDirectory { directory in
      #expect(try !directory.hasServer())
      let command = try directory.lock(for: .command)
      #expect(try command != nil && !directory.hasServer())
      withExtendedLifetime(command) {}
    }
    try await Self.withDirectory { directory in
      let server = try directory.lock(for: .server)
      #expect(try server != nil && directory.hasServer())
      #expect(try directory.lock(for: .server) == nil)
      withExtendedLifetime(server) {}
    }
  }

  // Fails when a server takes those that look for another server.
  @Test("those that look whether there is a server keep none from starting")
  func looks() async throws {
    try await Self.withDirectory { directory in
      _ = try directory.lock(for: .server)
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<2 {
          group.addTask {
            for _ in 0..<3_000 where (try? directory.hasServer()) == nil { return false }
            return true
          }
        }
        group.addTask {
          for _ in 0..<300 {
            guard let lock = try? directory.lock(for: .server) else { return false }
            withExtendedLifetime(lock) {}
          }
          return true
        }
        for await isWell in group { #expect(isWell) }
      }
    }
  }
}
