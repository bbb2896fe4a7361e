import Identity
import Testing

@testable import Operations

@Suite("How many refusals are recorded")
struct RefusalBudgetTests {
  private static let project = ProjectID(rawValue: "example")!
  private static let other = ProjectID(rawValue: "other")!
  private static let now = Instant(seconds: 1_800_000_000)

  private static func refusal(
    of project: ProjectID = project, from network: String = "192.0.2.1", somebody: Bool = false,
    repeating: String? = nil
  ) -> RefusalBudget.Refusal {
    .init(project: project, network: network, hasKnownSubject: somebody, repeating: repeating)
  }

  private static func recorded(_ count: Int, by budget: RefusalBudget, _ make: (Int) -> RefusalBudget.Refusal)
    -> Int
  {
    (0..<count).count { budget.take(make($0), now: now) }
  }

  // Fails when every refusal is let in.
  @Test("a network has a share, a project one for all networks, and another project its own")
  func shares() {
    let budget = RefusalBudget()
    #expect(Self.recorded(500, by: budget) { _ in Self.refusal() } == 60)
    #expect(Self.recorded(2_000, by: budget) { Self.refusal(from: "192.0.2.\($0)") } == 540)
    #expect(budget.take(Self.refusal(of: Self.other), now: Self.now))
  }

  // Fails when refusals at nobody are taken from what those at accounts have.
  @Test("made-up credentials do not push out what was tried at an account")
  func apart() {
    let budget = RefusalBudget()
    _ = Self.recorded(5_000, by: budget) { Self.refusal(from: "192.0.2.\($0)") }
    #expect(budget.take(Self.refusal(from: "198.51.100.1", somebody: true), now: Self.now))
    #expect(Self.recorded(500, by: budget) { _ in Self.refusal(somebody: true) } == 300)
  }

  // Fails when what is repeated is let in as anything else.
  @Test("a limit that holds is recorded once in a minute for each network and account")
  func repeating() {
    let budget = RefusalBudget()
    func recorded(_ count: Int, at now: Instant, _ account: String) -> Int {
      (0..<count).count { _ in
        budget.take(Self.refusal(somebody: true, repeating: "account.sign-in/X/\(account)"), now: now)
      }
    }
    #expect(recorded(20, at: Self.now, "ann") == 1)
    #expect(recorded(20, at: Self.now, "bob") == 1)
    #expect(recorded(20, at: Self.now.adding(seconds: 59), "ann") == 0)
    #expect(recorded(20, at: Self.now.adding(seconds: 60), "ann") == 1)
  }

  // Fails when every refusal is let in.
  @Test("what was left out is told once the minute is over, and again when that could not be recorded")
  func omissions() {
    let budget = RefusalBudget()
    _ = Self.recorded(70, by: budget) { _ in Self.refusal() }
    _ = Self.recorded(61, by: budget) { _ in Self.refusal(of: Self.other) }
    #expect(budget.omissions(now: Self.now).isEmpty)
    let later = Self.now.adding(seconds: 60)
    let told = budget.omissions(now: later).sorted { $0.count < $1.count }
    let minute = Self.now.seconds / 60
    #expect(
      told == [
        .init(project: Self.other, minute: minute, count: 1),
        .init(project: Self.project, minute: minute, count: 10),
      ])
    #expect(budget.omissions(now: later).isEmpty)
    #expect(!budget.take(Self.refusal(), now: Self.now))
    budget.putBack(told)
    #expect(budget.omissions(now: later).map(\.count).sorted() == [1, 11])
  }

  // Fails when every refusal is let in.
  @Test("what is not over yet is told when the server ends")
  func end() {
    let budget = RefusalBudget()
    _ = Self.recorded(61, by: budget) { _ in Self.refusal() }
    #expect(budget.omissions(now: Self.now, all: true).map(\.count) == [1])
  }

  // Fails when the count is one for all projects.
  @Test("a project's failed sign-ins leave another's explanations their room")
  func diagnoses() {
    let budget = DiagnosisBudget()
    func take(_ project: ProjectID?, _ network: Int, after seconds: Int64 = 0) -> Bool {
      budget.take(
        project, from: ClientNetwork(address: "192.0.2.\(network)"), .rate(300, per: 3_600),
        now: Self.now.adding(seconds: seconds))
    }
    let kept = (0..<400).count { take(Self.project, $0 / 50) }
    #expect(kept == DiagnosisBudget.perMinute)
    #expect(take(Self.other, 0) && take(nil, 0))
    #expect(take(Self.project, 9, after: 60))
  }

  // Fails when networks are not counted, and when what they keep in the long run is not the flows' pace.
  @Test("a network's failed sign-ins leave others' explanations their room")
  func diagnosesOfNetworks() {
    let budget = DiagnosisBudget()
    func kept(_ tries: Int, _ address: String?, after seconds: Int64 = 0) -> Int {
      (0..<tries).count { _ in
        budget.take(
          Self.project, from: address.flatMap(ClientNetwork.init(address:)), .rate(300, per: 3_600),
          now: Self.now.adding(seconds: seconds))
      }
    }
    #expect(kept(400, "192.0.2.1") == 60)
    #expect(kept(400, "192.0.2.2") == 60)
    #expect(kept(400, nil) == 60)
    #expect(kept(400, "192.0.2.1", after: 24) == 2)
    #expect(kept(400, "192.0.2.1", after: 3_600) == 60)
  }
}
