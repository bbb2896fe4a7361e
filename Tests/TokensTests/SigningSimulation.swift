import Identity

@testable import Tokens

/// Clients that ask again as soon as they are answered, and a machine whose cores they share with the server: what reads
/// requests, and what signs. Time is the simulation's own.
struct SigningSimulation {
  /// Microseconds of a core, as they were measured where eight signatures can be made at once.
  private static let client = 40.0
  private static let request = 150.0
  private static let alone = 300.0
  private static let together = 800.0
  /// What a signing thread gets of a core that a reading thread wants as well: their nice values are 5 and 0.
  private static let signingWeight = 0.33
  private static let step = 10.0
  private static let seconds = 0.2

  let clients: Int
  let cores: Int
  /// False for a queue of which every free thread takes what there is.
  let isPatient: Bool

  struct Outcome {
    var fill: Double
    var perSecond: Double
  }

  private enum Task {
    case client(left: Double)
    case request(left: Double)
    case batch(left: Double, size: Int)

    var weight: Double { if case .batch = self { SigningSimulation.signingWeight } else { 1 } }

    /// True when it is done.
    mutating func run(for time: Double) -> Bool {
      switch self {
      case .client(let left): self = .client(left: left - time)
      case .request(let left): self = .request(left: left - time)
      case .batch(let left, let size): self = .batch(left: left - time, size: size)
      }
      switch self {
      case .client(let left), .request(let left), .batch(let left, _): return left <= 0
      }
    }
  }

  func run() -> Outcome {
    var queue = BatchQueue<Void>(width: 8, breakEven: 3, capacity: 1000)
    var random = Random(source: SeededRandom(seed: 7))
    // A thread of the load, one for each core that reads requests, one for each core that signs.
    var asking = clients
    var reading = Array(repeating: 0, count: cores)
    var threads: [Task?] = Array(repeating: nil, count: 1 + 2 * cores)
    var (signatures, batches) = (0, 0)

    for _ in 0..<Int(Self.seconds * 1e6 / Self.step) {
      if threads[0] == nil, asking > 0 {
        asking -= 1
        threads[0] = .client(left: Self.client)
      }
      for core in 0..<cores where threads[1 + core] == nil && reading[core] > 0 {
        reading[core] -= 1
        threads[1 + core] = .request(left: Self.request * Double.random(in: 0.7...1.3, using: &random))
      }
      for thread in (1 + cores)..<threads.count where threads[thread] == nil {
        let underWay = threads.reduce(0) { if case .batch(_, let size) = $1 { $0 + size } else { $0 } }
        let busy = threads.count { if case .batch = $0 { true } else { false } }
        let size = queue.take(beside: underWay, halfAreBusy: isPatient && busy * 2 >= cores).count
        guard size > 0 else { continue }
        batches += 1
        threads[thread] = .batch(left: size == 1 ? Self.alone : Self.together, size: size)
      }
      for (thread, share) in shares(of: threads) where threads[thread]?.run(for: share * Self.step) == true {
        switch threads[thread] {
        case .client: reading[Int.random(in: 0..<cores, using: &random)] += 1
        case .request: _ = queue.add(())
        case .batch(_, let size):
          signatures += size
          asking += size
        case nil: break
        }
        threads[thread] = nil
      }
    }
    return Outcome(
      fill: Double(signatures) / Double(max(batches, 1)), perSecond: Double(signatures) / Self.seconds)
  }

  /// Of a core each, by weight.
  private func shares(of threads: [Task?]) -> [(Int, Double)] {
    var open = threads.indices.filter { threads[$0] != nil }
    var left = Double(cores)
    var shares: [(Int, Double)] = []
    while !open.isEmpty {
      let weight = open.reduce(0) { $0 + (threads[$1]?.weight ?? 0) }
      let share = { (thread: Int) in min(1, left * (threads[thread]?.weight ?? 0) / weight) }
      let whole = open.filter { share($0) >= 1 }
      if whole.isEmpty { return shares + open.map { ($0, share($0)) } }
      shares += whole.map { ($0, 1) }
      left -= Double(whole.count)
      open.removeAll { whole.contains($0) }
    }
    return shares
  }

  private struct Random: RandomNumberGenerator {
    let source: SeededRandom

    func next() -> UInt64 { source.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
  }
}
