import Testing

@testable import Identity

/// Random histories of an owner and others, decided on as the server decides, against what must hold after every step.
@Suite("Decisions, by random histories")
struct DecisionHistoryTests {
  @Test(
    "no history lets a stranger in, and none gets past a second factor", arguments: 0..<400 as Range<UInt64>)
  func histories(seed: UInt64) throws {
    var world = DecisionWorld(seed: seed)
    for step in 0..<120 {
      world.step()
      #expect(world.violations.isEmpty, "seed \(seed), step \(step)")
      guard world.violations.isEmpty else { return }
    }
    // A project that requires second factors refuses most of what people without one try.
    #expect(world.done.count > 3, "\(world.done)")
  }

  @Test("the histories reach every decision")
  func coverage() {
    var done: [String: Int] = [:]
    for seed in 0..<150 as Range<UInt64> {
      var world = DecisionWorld(seed: seed)
      for _ in 0..<120 { world.step() }
      done.merge(world.done, uniquingKeysWith: +)
    }
    let missing = DecisionWorld.actions.filter { done[$0.name, default: 0] < 5 }.map(\.name)
    #expect(missing.isEmpty, "\(done.sorted { $0.key < $1.key })")
  }
}
