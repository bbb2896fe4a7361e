import Crypto
import Dispatch
import Foundation
import Identity
import IdentityWire
import Synchronization
import Testing

@testable import Tokens

@Suite("A signer that makes several signatures at a time", .timeLimit(.minutes(1)))
struct BatchSignerTests {
  private let key: SigningKey
  private let pair: RSAKeyPair

  init() async throws {
    key = try await SigningKey.generate(now: Instant(seconds: 1_800_000_000))
    pair = try key.keyPair
  }

  /// Makes signatures when it is let, and says when it was asked.
  private final class Gate: RSAEngine {
    let width: Int
    let entered = DispatchSemaphore(value: 0)
    let open = DispatchSemaphore(value: 0)
    private let sizes = Mutex<[Int]>([])
    var calls: [Int] { sizes.withLock { $0 } }

    init(width: Int) { self.width = width }

    func sign(_ requests: [SignatureRequest]) -> [Result<[UInt8], RSAKeyPair.Failure>] {
      sizes.withLock { $0.append(requests.count) }
      entered.signal()
      open.wait()
      return LibcryptoRSA().sign(requests)
    }

    func verify(_ signatures: [[UInt8]], of requests: [SignatureRequest]) -> [Bool] {
      LibcryptoRSA().verify(signatures, of: requests)
    }
  }

  /// What came of jobs, in the order in which they were finished.
  private final class Outcomes: Sendable {
    private let finished = Mutex<[Int]>([])
    let changed = DispatchSemaphore(value: 0)
    var order: [Int] { finished.withLock { $0 } }

    func job(_ number: Int, _ key: RSAKeyPair) -> BatchSigner.Job {
      let digest = [UInt8](repeating: UInt8(number), count: 32)
      return BatchSigner.Job(request: SignatureRequest(digest: digest, key: key)) { [self] result in
        let isRight = (try? result.get()) == (try? key.sign(digest: digest))
        finished.withLock { $0.append(isRight ? number : -1) }
        changed.signal()
      }
    }
  }

  @Test("serves a lone request alone and at once, and together what has gathered meanwhile, in order")
  func gathering() {
    let batches = Gate(width: 8)
    let singles = Gate(width: 1)
    let signer = BatchSigner(
      batches: batches, singles: singles, breakEven: 3, threads: 1, maximumQueued: 11, observeFault: {})
    let outcomes = Outcomes()
    #expect(signer.submit(outcomes.job(0, pair)) == nil)
    singles.entered.wait()
    for number in 1...11 { #expect(signer.submit(outcomes.job(number, pair)) == nil) }
    #expect(signer.queued == 11)
    #expect(signer.submit(outcomes.job(12, pair))?.kind == .busy)
    for gate in [singles, batches] { for _ in 0..<12 { gate.open.signal() } }
    for _ in 0..<12 { outcomes.changed.wait() }
    #expect(outcomes.order == Array(0...11))
    #expect(singles.calls == [1] && batches.calls == [8, 3])
    signer.close()
  }

  @Test("signs what waits when it is closed, and takes nothing new")
  func closing() {
    let singles = Gate(width: 1)
    let signer = BatchSigner(
      batches: Gate(width: 8), singles: singles, breakEven: 9, threads: 1, maximumQueued: 8, observeFault: {})
    let outcomes = Outcomes()
    #expect(signer.submit(outcomes.job(0, pair)) == nil)
    singles.entered.wait()
    #expect(signer.submit(outcomes.job(1, pair)) == nil)
    signer.close()
    #expect(signer.submit(outcomes.job(2, pair))?.kind == .unavailable)
    for _ in 0..<2 { singles.open.signal() }
    for _ in 0..<2 { outcomes.changed.wait() }
    #expect(outcomes.order == [0, 1])
  }

  @Test("answers an error where every way makes wrong signatures, and goes on when they are right again")
  func faults() async throws {
    let faults = FaultCounter()
    let wrong = FaultyRSA(width: 8) { call, _ in call == 0 ? .wrongBit : .none }
    let alsoWrong = FaultyRSA(width: 1) { call, _ in call == 0 ? .wrongBit : .none }
    let signer = BatchSigner(
      batches: wrong, singles: alsoWrong, breakEven: 3, threads: 1, maximumQueued: 8,
      observeFault: { faults.add() })
    defer { signer.close() }
    let message = Array("header.claims".utf8)
    await #expect { _ = try await signer.sign(message, with: key) } throws: { error in
      (error as? IdentityError)?.kind == .unavailable
    }
    #expect(faults.count == 2)
    let signature = try await signer.sign(message, with: key)
    #expect(try key.keyPair.isValid(signature: signature, digest: Array(SHA256.hash(data: message))))
  }

  @Test("the signer of one at a time does not let a wrong signature out, either")
  func libcryptoFaults() async throws {
    let faults = FaultCounter()
    let signer = LibcryptoSigner(
      engine: FaultyRSA(width: 1) { _, _ in .wrongBit }, threads: 1, maximumQueued: 8,
      observeFault: { faults.add() })
    defer { signer.close() }
    let message = Array("header.claims".utf8)
    let signature = try await signer.sign(message, with: key)
    #expect(try key.keyPair.isValid(signature: signature, digest: Array(SHA256.hash(data: message))))
    #expect(faults.count == 1)
  }
}
