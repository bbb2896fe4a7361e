import Identity
import TestTools
import Testing

@testable import Storage

@Suite("The store counts what users do", .fewAtOnce)
struct ActivityConformanceTests {
  private static let hour = Activity.Step.hour.start(of: now)
  private static let password = Activity(.signIn, by: "password", .success)

  private static func count(
    _ activity: Activity = password, in scope: Scope, hours: Int64 = 0, _ count: Int64 = 1
  ) -> ActivityCount {
    ActivityCount(activity, in: scope, startsAt: hour.adding(seconds: hours * 3_600), count: count)
  }

  private static func read(
    _ store: some ActivityStore, _ scope: Scope, _ step: Activity.Step = .hour
  ) async throws -> [ActivityCount] {
    try await store.activity(
      in: scope, by: step, from: hour.adding(seconds: -86_400), until: hour.adding(seconds: 86_400))
  }

  @Test("steps begin with the hour and the day of UTC, before 1970 too")
  func steps() {
    #expect(Activity.Step.hour.start(of: now) == Instant(milliseconds: 1_767_225_600_000))
    #expect(
      Activity.Step.day.start(of: Instant(milliseconds: 86_399_999)) == Instant(milliseconds: 0))
    #expect(
      Activity.Step.hour.start(of: Instant(milliseconds: -1)) == Instant(milliseconds: -3_600_000))
    #expect(
      Activity.Step.day.start(of: Instant(milliseconds: -86_400_000))
        == Instant(milliseconds: -86_400_000))
  }

  @Test("counts add up by hour and by day, a tenant's in its project, too", arguments: StoreBackend.allCases)
  func addition(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (project, tenant, other) = (try scope(), try scope(tenant: "t"), try scope("other"))
      let refused = Activity(.signIn, by: "google.com", .refused)
      try await store.apply([
        .countActivity([
          Self.count(in: project, 2), Self.count(in: tenant, 3), Self.count(refused, in: tenant, hours: 1),
          Self.count(in: other, 7),
        ])
      ])
      try await store.apply([.countActivity([Self.count(in: project, hours: 1, 10)])])
      try await store.apply([.countActivity([Self.count(in: tenant, 100)])])
      #expect(
        try await Self.read(store, project) == [
          Self.count(in: project, 105), Self.count(refused, in: project, hours: 1),
          Self.count(in: project, hours: 1, 10),
        ])
      #expect(
        try await Self.read(store, tenant) == [
          Self.count(in: tenant, 103), Self.count(refused, in: tenant, hours: 1),
        ])
      let day = Activity.Step.day.start(of: now)
      #expect(
        try await Self.read(store, project, .day) == [
          ActivityCount(refused, in: project, startsAt: day, count: 1),
          ActivityCount(Self.password, in: project, startsAt: day, count: 115),
        ])
      #expect(try await Self.read(store, other).map(\.count) == [7])
    }
  }

  @Test("a span of time has the steps that begin in it", arguments: StoreBackend.allCases)
  func span(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([.countActivity((-3...3).map { Self.count(in: scope, hours: $0, $0 + 4) })])
      let found = try await store.activity(
        in: scope, by: .hour, from: Self.hour.adding(seconds: -3_600),
        until: Self.hour.adding(seconds: 2 * 3_600))
      #expect(found.map(\.count) == [3, 4, 5])
      // However long a time is asked for, the answer has an end.
      let old = Self.count(in: scope, hours: -ActivityCount.maximumSteps - 4, 50)
      try await store.apply([.countActivity([old])])
      let all = try await store.activity(
        in: scope, by: .hour, from: Instant(milliseconds: .min), until: Self.hour)
      #expect(all.map(\.count) == [1, 2, 3])
    }
  }

  // Fails when rows are taken in the order in which they were counted.
  @Test("nodes that count at once lose nothing and wait for each other", arguments: StoreBackend.allCases)
  func simultaneous(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (one, other) = (try scope(tenant: "a"), try scope(tenant: "b"))
      let google = Activity(.signIn, by: "google.com", .success)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for round in 0..<40 {
          group.addTask {
            let counts = [
              Self.count(in: one), Self.count(google, in: other, hours: 1), Self.count(google, in: one),
              Self.count(in: other, hours: -1),
            ]
            try await store.apply([.countActivity(round.isMultiple(of: 2) ? counts : counts.reversed())])
          }
        }
        try await group.waitForAll()
      }
      let days = try await Self.read(store, try scope(), .day)
      #expect(days.reduce(0) { $0 + $1.count } == 160)
    }
  }

  @Test(
    "each step is forgotten in its time, the oldest first, so many at once", arguments: StoreBackend.allCases)
  func pruning(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([.countActivity((0..<6).map { Self.count(in: scope, hours: $0, $0 + 1) })])
      let moment = Self.hour.adding(seconds: 4 * 3_600)
      #expect(try await store.pruneActivity(by: .hour, before: moment, limit: 3) == 3)
      #expect(try await Self.read(store, scope).map(\.count) == [4, 5, 6])
      #expect(try await store.pruneActivity(by: .hour, before: moment, limit: 3) == 1)
      #expect(try await store.pruneActivity(by: .hour, before: moment, limit: 3) == 0)
      #expect(try await Self.read(store, scope).map(\.count) == [5, 6])
      #expect(try await Self.read(store, scope, .day).map(\.count) == [21])
      #expect(try await store.pruneActivity(by: .day, before: moment, limit: 3) == 1)
    }
  }

  @Test("a tenant's counts go with it, and stay in its project's", arguments: StoreBackend.allCases)
  func deletion(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (project, tenant) = (try scope(), try scope(tenant: "t"))
      let id = try #require(tenant.tenant)
      try await store.apply([
        .insertProject(try sampleProject("demo", number: "1", apiKeys: ["k"])),
        .insertTenant(Tenant(id: id, project: project.project, createdAt: now)),
        .countActivity([Self.count(in: tenant)]),
      ])
      try await store.apply([.deleteTenant(id, project.project)])
      #expect(try await Self.read(store, tenant).isEmpty)
      #expect(try await Self.read(store, project).map(\.count) == [1])
    }
  }

  @Test("what a newer version counts is passed over", arguments: StoreBackend.allCases)
  func unknown(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let scope = try scope()
      try await store.apply([.countActivity([Self.count(in: scope)])])
      try await Self.insertUnknown(store)
      #expect(try await Self.read(store, scope) == [Self.count(in: scope)])
    }
  }

  private static func insertUnknown(_ store: some SQLAccountStore) async throws {
    _ = try await store.write { transaction in
      try transaction.connection.execute(
        ActivityStatements.add,
        [
          .text("demo"), .text(""), .text("hour"), SQLValue(hour), .text("dance"), .text("x"),
          .text("success"), .integer(1),
        ])
    }
  }
}
