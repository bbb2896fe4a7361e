import Identity
import TestTools
import Testing

@Suite("The store keeps projects and signing keys", .fewAtOnce)
struct ProjectConformanceTests {
  @Test("A project comes back whole, by id and by each key", arguments: StoreBackend.allCases)
  func roundTrip(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let one = try sampleProject("one", number: "1", apiKeys: ["k1", "k2", "k1"])
      let two = try sampleProject("two", number: "2", apiKeys: ["k3"])
      #expect(try await store.projects().isEmpty)
      try await store.apply([.insertProject(two), .insertProject(one)])
      #expect(try await store.projects() == [one, two])
      #expect(try await store.project(one.id) == one)
      #expect(try await store.project(apiKey: "k1") == one)
      #expect(try await store.project(apiKey: "k2") == one)
      #expect(try await store.project(apiKey: "k3") == two)
      #expect(try await store.project(apiKey: "k4") == nil)
      #expect(try await store.project(try projectID("three")) == nil)
    }
  }

  @Test("A project's id, number and keys are its own", arguments: StoreBackend.allCases)
  func taken(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let one = try sampleProject("one", number: "1", apiKeys: ["k1"])
      var two = try sampleProject("two", number: "2", apiKeys: ["k2"])
      try await store.apply([.insertProject(one), .insertProject(two)])
      for clash in [
        try sampleProject("one", number: "3", apiKeys: ["k3"]),
        try sampleProject("three", number: "1", apiKeys: ["k3"]),
        try sampleProject("three", number: "3", apiKeys: ["k3", "k1"]),
      ] {
        #expect(await store.refusal(of: [.insertProject(clash)]) == .conflict(.projectTaken))
      }
      two.apiKeys = ["k1"]
      #expect(await store.refusal(of: [.updateProject(two)]) == .conflict(.projectTaken))
      #expect(try await store.projects().count == 2)
      #expect(try await store.project(apiKey: "k2")?.id == two.id)
    }
  }

  @Test("A change is seen at once, and one on an older revision refused", arguments: StoreBackend.allCases)
  func update(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      var project = try sampleProject("one", number: "1", apiKeys: ["k1", "k2"])
      #expect(await store.refusal(of: [.updateProject(project)]) == .conflict(.stale))
      try await store.apply([.insertProject(project)])
      #expect(try await store.project(apiKey: "k1") == project)
      let old = project
      project.apiKeys = ["k2", "k3"]
      project.displayName = "renamed"
      try await store.apply([.updateProject(project)])
      project.revision += 1
      #expect(try await store.project(project.id) == project)
      #expect(try await store.project(apiKey: "k1") == nil)
      #expect(try await store.project(apiKey: "k3") == project)
      #expect(await store.refusal(of: [.updateProject(old)]) == .conflict(.stale))
      #expect(try await store.project(apiKey: "k3") == project)
    }
  }

  @Test("Signing keys come back oldest first, until they are retired", arguments: StoreBackend.allCases)
  func signingKeys(backend: StoreBackend) async throws {
    try await withStore(backend) { store in
      let newest = sampleSigningKey("a", createdAt: now.adding(seconds: 2))
      var oldest = sampleSigningKey("c", createdAt: now)
      let middle = sampleSigningKey("b", createdAt: now.adding(seconds: 1))
      #expect(try await store.signingKeys(now: now).isEmpty)
      try await store.apply([.insertSigningKey(newest), .insertSigningKey(oldest), .insertSigningKey(middle)])
      #expect(try await store.signingKeys(now: now) == [oldest, middle, newest])
      oldest.retiredAt = now.adding(seconds: 10)
      try await store.apply([.updateSigningKey(oldest)])
      #expect(try await store.signingKeys(now: now.adding(seconds: 10)) == [oldest, middle, newest])
      #expect(try await store.signingKeys(now: now.adding(seconds: 11)) == [middle, newest])
      let unknown = sampleSigningKey("unknown")
      #expect(await store.refusal(of: [.updateSigningKey(unknown)]) == .conflict(.stale))
      #expect(await store.refusal(of: [.insertSigningKey(middle)]) == .conflict(.stale))
    }
  }
}
