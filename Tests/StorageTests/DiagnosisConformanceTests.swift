import Identity
import TestTools
import Testing

@testable import Storage

@Suite("The store keeps why sign-ins failed", .fewAtOnce)
struct DiagnosisConformanceTests {
  private static func record(_ id: String, of project: ProjectID? = nil, at moment: Instant = now) throws
    -> DiagnosisRecord
  {
    DiagnosisRecord(
      id: id, project: try project ?? projectID(), recordedAt: moment, expiresAt: moment.adding(seconds: 60),
      document: #"{"words":"Ü"}"#)
  }

  @Test("A diagnosis is found until it expires, and then swept", arguments: StoreBackend.allCases)
  func expiry(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let diagnoses = store
      let record = try Self.record("a")
      try await store.apply([.insertDiagnosis(record)])
      #expect(await store.refusal(of: [.insertDiagnosis(record)]) == .conflict(.stale))
      #expect(try await diagnoses.diagnosis("a", now: now) == record)
      #expect(try await diagnoses.diagnosis("b", now: now) == nil)
      #expect(try await diagnoses.diagnosis("a", now: record.expiresAt) == nil)
      #expect(try await store.sweep(now: record.expiresAt, limit: 10) == 1)
      #expect(try await diagnoses.diagnosis("a", now: now) == nil)
    }
  }

  private static func trim(_ store: some SQLAccountStore) async throws {
    try await store.write { transaction in
      _ = try DiagnosisTable(connection: transaction.connection).trim(keepingOfEachProject: 3, limit: 100)
    }
  }

  // Fails when all projects are trimmed as one.
  @Test(
    "Many of one project push out none of another's, nor those of no project",
    arguments: StoreBackend.allCases)
  func trimmedByProject(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (one, other) = (try projectID("one"), try projectID("other"))
      var stray = try Self.record("stray", at: now)
      stray.project = nil
      try await store.apply([
        .insertDiagnosis(stray), .insertDiagnosis(try Self.record("old", of: other, at: now)),
      ])
      for index in 1..<9 as Range<Int64> {
        try await store.apply([
          .insertDiagnosis(try Self.record("d\(index)", of: one, at: now.adding(seconds: index)))
        ])
      }
      try await Self.trim(store)
      for id in ["stray", "old", "d6", "d7", "d8"] { #expect(try await store.diagnosis(id, now: now) != nil) }
      for id in ["d1", "d5"] { #expect(try await store.diagnosis(id, now: now) == nil) }
    }
  }

  @Test("They are listed, the newest first, page by page", arguments: StoreBackend.allCases)
  func listed(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let (project, tenant) = (try scope(), try scope(tenant: "t"))
      for index in 0..<5 as Range<Int64> {
        var record = try Self.record("d\(index)", at: now.adding(seconds: index / 2))
        if index.isMultiple(of: 2) { record.tenant = tenant.tenant }
        try await store.apply([.insertDiagnosis(record)])
      }
      try await store.apply([
        .insertDiagnosis(try Self.record("gone", at: now.adding(seconds: -60))),
        .insertDiagnosis(try Self.record("theirs", of: try projectID("other"))),
      ])
      let first = try await store.diagnoses(in: project, before: nil, now: now, limit: 2)
      #expect(first.map(\.id) == ["d4", "d3"])
      #expect(first.map(\.tenant) == [tenant.tenant, nil])
      let place = try #require(first.last.map(DiagnosisPlace.init))
      #expect(DiagnosisPlace(text: place.text) == place)
      let rest = try await store.diagnoses(in: project, before: place, now: now, limit: 9)
      #expect(rest.map(\.id) == ["d2", "d1", "d0"])
      let ofTenant = try await store.diagnoses(in: tenant, before: place, now: now, limit: 1)
      #expect(ofTenant.map(\.id) == ["d2"])
    }
  }

  @Test("A place is read from its text alone")
  func places() {
    for text in ["", "1", "-", "1-", "x-a", "1-a b", "1-\u{FC}", "99999999999999999999-a"] {
      #expect(DiagnosisPlace(text: text) == nil, "\(text)")
    }
    #expect(DiagnosisPlace(text: "-5-a-b") == nil)
    #expect(DiagnosisPlace(text: "5-a-b")?.id == "a-b")
  }

  @Test("Of too many the oldest go", arguments: StoreBackend.allCases)
  func trimmed(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      for index in 0..<5 as Range<Int64> {
        try await store.apply([
          .insertDiagnosis(try Self.record("d\(index)", at: now.adding(seconds: index)))
        ])
      }
      try await Self.trim(store)
      var kept: [Bool] = []
      for index in 0..<5 { kept.append(try await store.diagnosis("d\(index)", now: now) != nil) }
      #expect(kept == [false, false, true, true, true])
      try await Self.trim(store)
      #expect(try await store.diagnosis("d2", now: now) != nil)
    }
  }
}
