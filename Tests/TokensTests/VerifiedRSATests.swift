import Synchronization
import Testing

@testable import Tokens

@Suite("A signature is checked before it leaves")
struct VerifiedRSATests {
  private let key: RSAKeyPair
  private let requests: [SignatureRequest]
  private let right: [[UInt8]]
  private let faults = FaultCounter()

  init() throws {
    let key = try RSAKeyPair.generate()
    self.key = key
    requests = (0..<8).map { lane in
      SignatureRequest(digest: (0..<32).map { UInt8(lane * 32 + $0) }, key: key)
    }
    right = try requests.map { try key.sign(digest: $0.digest) }
  }

  private func signatures(
    _ engine: FaultyRSA, _ other: FaultyRSA, _ requests: [SignatureRequest]
  ) -> [[UInt8]?] {
    VerifiedRSA(engine: engine, other: other, observeFault: { [faults] in faults.add() })
      .signatures(for: requests).map { try? $0.get() }
  }

  @Test("those that are right are made once")
  func rightOnes() {
    let engine = FaultyRSA(width: 8) { _, _ in .none }
    let other = FaultyRSA(width: 1) { _, _ in .none }
    #expect(signatures(engine, other, requests) == right)
    #expect(engine.calls == [8] && other.calls == [])
    #expect(faults.count == 0)
  }

  @Test(
    "wrong ones alone are made anew, by the other way", arguments: [FaultyRSA.Fault.wrongBit, .otherDigest])
  func wrongLanes(fault: FaultyRSA.Fault) {
    let engine = FaultyRSA(width: 8) { _, lane in [2, 5, 7].contains(lane) ? fault : .none }
    let other = FaultyRSA(width: 1) { _, _ in .none }
    #expect(signatures(engine, other, requests) == right)
    #expect(engine.calls == [8] && other.calls == [1, 1, 1])
    #expect(faults.count == 3)
  }

  @Test("what one way cannot do is no fault, and is done by the other")
  func missing() {
    let engine = FaultyRSA(width: 1) { _, _ in .missing }
    let other = FaultyRSA(width: 8) { _, _ in .none }
    #expect(signatures(engine, other, Array(requests[..<1])) == Array(right[..<1]))
    #expect(engine.calls == [1] && other.calls == [1])
    #expect(faults.count == 0)
  }

  @Test("an error comes of what both ways do wrongly, never a signature")
  func bothWrong() {
    let engine = FaultyRSA(width: 8) { _, lane in lane < 2 ? .wrongBit : .none }
    let other = FaultyRSA(width: 1) { call, _ in call == 0 ? .otherDigest : .none }
    let made = signatures(engine, other, requests)
    #expect(made[0] == nil)
    #expect(Array(made[1...]) == Array(right[1...]))
    #expect(engine.calls == [8] && other.calls == [1, 1])
    #expect(faults.count == 3)
  }
}

final class FaultCounter: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}
