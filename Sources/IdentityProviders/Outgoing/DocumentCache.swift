import Foundation
import Identity

/// Caches providers' published documents (key sets, discovery documents) for as long as their HTTP headers
/// allow, within bounds.
///
/// A project's concurrent requests for a document share one fetch. If a fetch fails, a cached document that
/// is still valid is returned. All projects share the cached documents.
actor DocumentCache<Document: Sendable> {
  struct Key: Hashable, Sendable {
    var url: String
    /// Part of the key, so that a project never gets a document that it may not fetch itself.
    var allowPrivateAddresses: Bool
  }

  /// A document that is fetched for a project. Projects share no fetches: a project whose look-ups are all in use
  /// would otherwise make the fetches of others fail.
  private struct Fetch: Hashable {
    var key: Key
    var owner = LookUpOwner.current
  }

  enum Failure: Error {
    case fetch(OutgoingHTTP.Failure)
    case status(Int)
    case malformed

    /// The reason in words, for people.
    var words: String {
      switch self {
      case .fetch(let failure): failure.words
      case .status(let status): "it answered with HTTP \(status)"
      case .malformed: "its answer cannot be read"
      }
    }
  }

  /// The limits of a document's lifetime, in seconds.
  static var shortestLife: Int64 { 60 }
  static var longestLife: Int64 { 86_400 }
  /// The lifetime if the provider's answer specifies none.
  static var usualLife: Int64 { 3600 }
  /// The minimum number of seconds between two fetches of an insufficient document for one project. Without
  /// this minimum, each made-up key id would cause a request to the provider.
  static var forcedFetchFloor: Int64 { 30 }
  static var maximumDocuments: Int { 64 }

  private struct Entry {
    var document: Document
    var fetchedAt: Instant
    var expiresAt: Instant
    var lastUsed: UInt64 = 0

    func isFresh(_ now: Instant) -> Bool { fetchedAt <= now && now < expiresAt }
  }

  private let http: OutgoingHTTP
  private let parse: @Sendable ([UInt8]) -> Document?
  private var entries: [Key: Entry] = [:]
  private var lastForced: [Fetch: Instant] = [:]
  private var fetches: [Fetch: Task<Result<Entry, Failure>, Never>] = [:]
  private var uses: UInt64 = 0

  init(http: OutgoingHTTP, parse: @escaping @Sendable ([UInt8]) -> Document?) {
    self.http = http
    self.parse = parse
  }

  /// - Parameter suffices: returns false if the cached document is insufficient. The document is then
  ///   fetched again, unless its last fetch was less than ``forcedFetchFloor`` seconds ago. The returned
  ///   document may still be insufficient.
  func document(
    _ key: Key, now: Instant, suffices: @Sendable (Document) -> Bool = { _ in true }
  ) async throws(Failure) -> Document {
    try await datedDocument(key, now: now, suffices: suffices).document
  }

  /// Returns a document as ``document(_:now:suffices:)`` does, and the time of its fetch.
  func datedDocument(
    _ key: Key, now: Instant, suffices: @Sendable (Document) -> Bool = { _ in true }
  ) async throws(Failure) -> (document: Document, fetchedAt: Instant) {
    uses += 1
    entries[key]?.lastUsed = uses
    let kept = entries[key].flatMap { $0.isFresh(now) ? $0 : nil }
    let fetch = Fetch(key: key)
    if let kept {
      if suffices(kept.document) || !mayForce(fetch, now) { return (kept.document, kept.fetchedAt) }
      lastForced[fetch] = now
    }
    switch await begin(fetch, now).value {
    case .success(let entry): return (entry.document, entry.fetchedAt)
    case .failure(let failure):
      if let kept { return (kept.document, kept.fetchedAt) }
      throw failure
    }
  }

  private func mayForce(_ fetch: Fetch, _ now: Instant) -> Bool {
    guard fetches[fetch] == nil, let last = lastForced[fetch], last <= now else { return true }
    return last.adding(seconds: Self.forcedFetchFloor) <= now
  }

  private func begin(_ fetch: Fetch, _ now: Instant) -> Task<Result<Entry, Failure>, Never> {
    if let running = fetches[fetch] { return running }
    let task = Task { () -> Result<Entry, Failure> in
      let result = await self.download(fetch.key, now)
      self.finish(fetch, result)
      return result
    }
    fetches[fetch] = task
    return task
  }

  private func finish(_ fetch: Fetch, _ result: Result<Entry, Failure>) {
    fetches[fetch] = nil
    guard case .success(var entry) = result else { return }
    entry.lastUsed = uses
    entries[fetch.key] = entry
    while entries.count > Self.maximumDocuments,
      let oldest = entries.min(by: { $0.value.lastUsed < $1.value.lastUsed })?.key
    {
      entries[oldest] = nil
      lastForced = lastForced.filter { $0.key.key != oldest }
    }
  }

  private func download(_ key: Key, _ now: Instant) async -> Result<Entry, Failure> {
    var request = OutgoingHTTP.Request(.get, key.url, allowPrivateAddresses: key.allowPrivateAddresses)
    request.headers = [("Accept", "application/json")]
    let response: OutgoingHTTP.Response
    do throws(OutgoingHTTP.Failure) {
      response = try await http.send(request)
    } catch {
      return .failure(.fetch(error))
    }
    guard response.status == 200 else { return .failure(.status(response.status)) }
    guard let document = parse(response.body) else { return .failure(.malformed) }
    let life = Self.life(cacheControl: response.header("cache-control"), age: response.header("age"))
    return .success(
      Entry(document: document, fetchedAt: now, expiresAt: now.adding(seconds: life)))
  }

  /// Returns `max-age` minus the answer's `Age` (RFC 9111), within the limits.
  static func life(cacheControl: String?, age: String?) -> Int64 {
    let directives = (cacheControl ?? "").lowercased().split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    if directives.contains("no-store") || directives.contains("no-cache") { return shortestLife }
    guard let text = directives.first(where: { $0.hasPrefix("max-age=") })?.dropFirst(8),
      let seconds = Int64(text.trimmingCharacters(in: CharacterSet(charactersIn: "\"")))
    else { return usualLife }
    let spent = max(0, age.flatMap { Int64($0) } ?? 0)
    return min(max(min(seconds, longestLife) - min(spent, longestLife), shortestLife), longestLife)
  }
}
