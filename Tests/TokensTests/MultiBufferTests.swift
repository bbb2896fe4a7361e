import Crypto
import Foundation
import Identity
import IdentityWire
import Testing

@testable import Tokens

@Suite("Eight signatures at a time")
struct MultiBufferTests {
  /// Where this machine has neither the processor nor the library, all else is tested as well.
  private static let library = try? MultiBufferLibrary.load()
  private static let isHere: Comment = "this machine has no crypto_mb, or a processor without AVX-512 IFMA"

  private static func digest(_ number: Int) -> [UInt8] {
    Array(SHA256.hash(data: Data("message \(number)".utf8)))
  }

  @Test("are those that libcrypto makes, byte for byte, in full and partial batches, under several keys")
  func sameBytes() throws {
    guard let library = Self.library else { return print("Left out: \(Self.isHere).") }
    let engine = MultiBufferRSA(library: library)
    let keys = try (0..<3).map { _ in try RSAKeyPair.generate() }
    var number = 0
    for round in 0..<12 {
      for size in 1...8 {
        let requests = (0..<size).map { lane in
          number += 1
          return SignatureRequest(
            digest: Self.digest(number), key: round % 2 == 0 ? keys[0] : keys[(lane + round) % 3])
        }
        let made = try engine.sign(requests).map { try $0.get() }
        #expect(try made == requests.map { try $0.key.sign(digest: $0.digest) })
        #expect(engine.verify(made, of: requests) == requests.map { _ in true })
      }
    }
  }

  @Test("are checked one by one: a changed one is found, and so is one of another digest, key or size")
  func verification() throws {
    guard let library = Self.library else { return print("Left out: \(Self.isHere).") }
    let engine = MultiBufferRSA(library: library)
    let key = try RSAKeyPair.generate()
    let requests = (0..<8).map { SignatureRequest(digest: Self.digest($0), key: key) }
    let right = try engine.sign(requests).map { try $0.get() }
    for lane in 0..<8 {
      var changed = right
      changed[lane][lane * 30] ^= 1
      #expect(engine.verify(changed, of: requests) == (0..<8).map { $0 != lane })
    }
    var changed = right
    changed.swapAt(1, 2)
    // As a number the same, modulo the key's.
    changed[3] = Self.sum(right[3], key.modulus)
    changed[4] = [UInt8](repeating: 0xFF, count: 256)
    changed[5] = try RSAKeyPair.generate().sign(digest: requests[5].digest)
    changed[6] = [UInt8](repeating: 0, count: 256)
    #expect(
      engine.verify(changed, of: requests) == [true, false, false, false, false, false, false, true])
    #expect(engine.verify([Array(right[0].dropLast())], of: [requests[0]]) == [false])
  }

  /// Big-endian; the overflow is lost, as in most cases there is none.
  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result = left
    var carry = 0
    for index in left.indices.reversed() {
      let sum = Int(left[index]) + Int(right[index]) + carry
      result[index] = UInt8(sum & 255)
      carry = sum >> 8
    }
    return result
  }

  @Test("do not include those of larger keys, which libcrypto makes")
  func largerKey() async throws {
    guard let library = Self.library else { return print("Left out: \(Self.isHere).") }
    let engine = MultiBufferRSA(library: library)
    let large = try RSAKeyPair.generate(bits: 3072)
    let usual = try RSAKeyPair.generate()
    let requests = [large, usual, large, usual].enumerated().map { index, key in
      SignatureRequest(digest: Self.digest(index), key: key)
    }
    let alone = engine.sign(requests).map { try? $0.get() }
    #expect(alone.map { $0 == nil } == [true, false, true, false])
    let faults = FaultCounter()
    let way = VerifiedRSA(engine: engine, other: LibcryptoRSA(), observeFault: { faults.add() })
    #expect(
      try way.signatures(for: requests).map { try $0.get() }
        == requests.map { try $0.key.sign(digest: $0.digest) })
    #expect(faults.count == 0)
  }

  @Test("come out right when hundreds are asked for at once")
  func manyAtOnce() async throws {
    guard let library = Self.library else { return print("Left out: \(Self.isHere).") }
    let key = try await SigningKey.generate(now: Instant(seconds: 1_800_000_000))
    let signer = BatchSigner(library, threads: 3, observeFault: { Issue.record("a wrong signature") })
    defer { signer.close() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<500 {
        group.addTask {
          let message = Array("message \(index)".utf8)
          let digest = Array(SHA256.hash(data: message))
          return try await signer.sign(message, with: key) == key.keyPair.sign(digest: digest)
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}

@Suite("The library for eight signatures at a time")
struct MultiBufferLibraryTests {
  @Test("is looked for beside the program, and nowhere that the working directory has a say in")
  func places() {
    #expect(MultiBufferLibrary.directories.count == 2)
    #expect(MultiBufferLibrary.directories.allSatisfy { $0.hasPrefix("/") })
    #expect(MultiBufferLibrary.directories[1].hasSuffix("/lib/latchkey"))
    #expect { try MultiBufferLibrary.load(from: [".", "lib"]) } throws: { error in
      [.processor, .notFound(places: [".", "lib"])].contains(error as? MultiBufferLibrary.Absence)
    }
  }

  @Test("is left alone where it is none, where others could have written it, and where there is none")
  func unusable() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    func absence() -> MultiBufferLibrary.Absence? {
      do {
        _ = try MultiBufferLibrary.load(from: [directory.path])
        return nil
      } catch {
        return error
      }
    }
    if case .processor? = absence() { return }
    #expect(absence() == .notFound(places: [directory.path]))
    let path = directory.appendingPathComponent(MultiBufferLibrary.fileName).path
    try Data("no library".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o666)
    #expect(absence() == .unsafe(path: path))
    chmod(path, 0o644)
    #expect(absence() == .unusable(path: path))
    // A library, but not this one.
    try FileManager.default.removeItem(atPath: path)
    let others = ["/lib/x86_64-linux-gnu/libz.so.1", "/usr/lib64/libz.so.1"]
    guard let other = others.first(where: FileManager.default.fileExists) else { return }
    try FileManager.default.copyItem(
      atPath: URL(fileURLWithPath: other).resolvingSymlinksInPath().path, toPath: path)
    chmod(path, 0o644)
    #expect(absence() == .unusable(path: path))
  }

  @Test("decides how a server signs, which says so")
  func choice() {
    switch SigningMethod.chosen() {
    case .multiBuffer(let library):
      #expect(SigningMethod.chosen().name == "crypto_mb")
      #expect(SigningMethod.chosen().explanation.contains(library.path))
      #expect(FileManager.default.fileExists(atPath: library.path))
    case .libcrypto(let absence):
      #expect(SigningMethod.chosen().name == "libcrypto")
      #expect(SigningMethod.chosen().explanation.contains(absence.explanation))
    }
  }
}
