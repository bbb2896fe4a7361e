import Testing

@testable import Operations

@Suite("What was read a moment ago")
struct ShortLivedCacheTests {
  @Test("is kept until all is forgotten")
  func kept() async throws {
    let cache = ShortLivedCache<Int>()
    #expect(try await cache.value("a") { 1 } == 1)
    #expect(try await cache.value("a") { 2 } == 1)
    #expect(try await cache.value("b") { 3 } == 3)
    cache.removeAll()
    #expect(try await cache.value("a") { 4 } == 4)
  }

  @Test("is not kept when all was forgotten while it was read")
  func forgotten() async throws {
    let cache = ShortLivedCache<Int>()
    let before = try await cache.value("a") {
      cache.removeAll()
      return 1
    }
    #expect(before == 1)
    #expect(try await cache.value("a") { 2 } == 2)
  }
}
