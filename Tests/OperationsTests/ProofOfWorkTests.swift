import IdentityWire
import TestSupport
import Testing

@testable import Operations

@Suite("The proof of work")
struct ProofOfWorkTests {
  private static let challenge = [UInt8](0..<42)

  // Fails when a part, its index or the order of a number's bytes is left out of the hash.
  @Test("a solution is found, checked, and good for its own challenge alone")
  func solution() throws {
    let puzzle = ProofOfWork(challenge: Self.challenge, workBits: 10)
    let text = try TestServer.proof(of: Base64URL.encode(Self.challenge), bits: 6)
    let solution = try #require(text.split(separator: ".").last.flatMap { Base64URL.decode($0) })
    #expect(puzzle.bits == 6 && solution.count == 64)
    #expect(puzzle.isSolved(by: solution))
    #expect(!ProofOfWork(challenge: Self.challenge.reversed(), workBits: 10).isSolved(by: solution))
    #expect(!ProofOfWork(challenge: Self.challenge, workBits: 24).isSolved(by: solution))
    #expect(!puzzle.isSolved(by: Array(solution.dropLast(4))))
    #expect(!puzzle.isSolved(by: solution + [0, 0, 0, 0]))
    #expect(!puzzle.isSolved(by: []))
    // Sixteen parts with a number of the first would cost a sixteenth.
    let repeated = (0..<16).flatMap { _ in solution.prefix(4) }
    #expect(!puzzle.isSolved(by: repeated))
  }
}
