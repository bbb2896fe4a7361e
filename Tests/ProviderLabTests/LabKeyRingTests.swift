import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("The lab's keys")
struct LabKeyRingTests {
  private static func withFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lab-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appendingPathComponent("keys.json").path)
  }

  @Test("A key file is made once, is its owner's only, and keeps tokens valid over a restart")
  func keyFile() async throws {
    try await Self.withFile { path in
      let first = try ProviderLab(configuration: .init(baseURL: LabHarness.base, keyFile: path))
      #expect(!FileManager.default.fileExists(atPath: path))
      let token = try await first.mintIDToken(provider: "google.com")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try first.keys.rotate(.google, retiringOthers: false)
      let second = try ProviderLab(configuration: .init(baseURL: LabHarness.base, keyFile: path))
      #expect(try first.keys.jwks(of: .google) == second.keys.jwks(of: .google))
      let apple = try second.keys.jwks(of: .apple)
      let third = try ProviderLab(configuration: .init(baseURL: LabHarness.base, keyFile: path))
      #expect(try third.keys.jwks(of: .apple) == apple)
      #expect(try third.keys.jwks(of: .google) == first.keys.jwks(of: .google))
      let forge = TokenForge(keys: second.keys, provider: .google)
      #expect(forge.claims(of: token, at: second.now) != nil)
    }
  }

  @Test("A file that holds no keys is refused and left alone")
  func foreignFile() async throws {
    try await Self.withFile { path in
      try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: LabError.self) {
        try ProviderLab(configuration: .init(baseURL: LabHarness.base, keyFile: path))
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("{}".utf8))
    }
  }

  @Test("A key that cannot be read is named when it is asked for, and the file is left alone")
  func brokenKey() async throws {
    try await Self.withFile { path in
      let broken = Data(#"{"apple.com":[{"kid":"one","key":"none"}]}"#.utf8)
      try broken.write(to: URL(fileURLWithPath: path))
      let lab = try ProviderLab(configuration: .init(baseURL: LabHarness.base, keyFile: path))
      #expect(throws: LabError.self) { try lab.keys.published(by: .apple) }
      #expect(throws: LabError.self) { try lab.keys.rotate(.apple, retiringOthers: true) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == broken)
    }
  }

  @Test("Keys are made for a provider that is asked for them, once, however many ask")
  func madeOnce() async throws {
    try await Self.withFile { path in
      let lab = try ProviderLab(configuration: .init(baseURL: LabHarness.base, keyFile: path))
      #expect(LabKeyRing.signers.allSatisfy { lab.keys.identifiers(of: $0).isEmpty })
      let all = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<8 { group.addTask { try lab.keys.published(by: .apple).map(\.id) } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(all == [lab.keys.identifiers(of: .apple)] && lab.keys.identifiers(of: .apple).count == 2)
      #expect(lab.keys.identifiers(of: .google).isEmpty)
    }
  }

  @Test(
    "A base URL that is none is refused",
    arguments: ["", "lab", "ftp://127.0.0.1/lab", "http://127.0.0.1/lab?x"])
  func badBase(base: String) {
    #expect(throws: LabError.self) { try ProviderLab(configuration: .init(baseURL: base)) }
  }

  @Test("A full table forgets its oldest entries")
  func boundedTable() {
    var table = BoundedTable<Int>(limit: 80)
    for number in 0..<1000 { table.set(String(number), number) }
    #expect(table["999"] == 999)
    #expect(table["920"] == 920)
    #expect(table["900"] == nil)
    table.remove("999")
    #expect(table["999"] == nil)
  }
}
