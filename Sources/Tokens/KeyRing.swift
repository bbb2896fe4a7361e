import Foundation
import Identity
import Secrets
import Synchronization

/// The signing keys: one active key for each algorithm, and all published keys, which verify tokens.
///
/// All nodes and the command line share the database, which is the only source of the keys. The ring is a
/// copy of the keys that is read under a short lock. It is renewed every few seconds while in use, when a
/// token names a key that the copy lacks, and before the keys are published.
///
/// A key is published at once. It signs from ``Entry/activeFrom`` until its successor starts to sign, and
/// stays published until ``Entry/retiredAt``. Verifiers may cache the published keys for some time. The
/// time between publication and activation is at least as long, so every verifier can know a key before the
/// key signs.
public final class KeyRing: Sendable {
  public struct Policy: Sendable {
    /// Seconds from a new key's publication to its activation, at least 300. Verifiers may cache the
    /// published keys for at most this time.
    public var overlap: Int64
    /// Seconds that a key stays published after its successor starts to sign. This time has to cover the
    /// lifetime of the last session cookie that the key signed, plus the maximum cache time of a document.
    public var retention: Int64
    /// Milliseconds until the copy is renewed.
    public var refreshInterval: Int64
    /// The minimum time in milliseconds between two renewals because of unknown key ids. Anyone can send an
    /// unknown key id.
    public var unknownKeyFloor: Int64

    public init(
      overlap: Int64 = 3600, retention: Int64 = SessionCookie.maximumLifetime + PublicKeyDocument.maximumAge,
      refreshInterval: Int64 = 5000, unknownKeyFloor: Int64 = 200
    ) {
      self.overlap = max(overlap, PublicKeyDocument.minimumAge)
      self.retention = max(retention, SessionCookie.maximumLifetime)
      self.refreshInterval = refreshInterval
      self.unknownKeyFloor = unknownKeyFloor
    }
  }

  /// A key and the times of its use.
  public struct Entry: Sendable {
    public let key: SigningKey
    public let createdAt: Instant
    public let activeFrom: Instant
    public let retiredAt: Instant?

    public func isPublished(now: Instant) -> Bool { retiredAt.map { now < $0 } ?? true }
  }

  /// Generates a key for an algorithm. The second argument is the current time.
  package typealias KeyMaker =
    @Sendable (TokenAlgorithm, Instant) async throws(SigningKey.Failure) -> SigningKey

  public enum Failure: Error {
    /// The private key was sealed under a master key other than the server's.
    case wrongMasterKey(keyID: String)
    case unusableKey(keyID: String, SigningKey.Failure)
    case keyGeneration(SigningKey.Failure)
    case store(StoreError)
    /// All keys are retired.
    case noKey
  }

  /// The time at which a new key begins to sign.
  public enum Rotation: Sendable {
    /// After ``Policy/overlap``. Verifiers are not affected.
    case planned
    /// At once. A verifier that caches the published keys refuses new tokens until it fetches the keys again.
    case immediate
    /// At once, and every other key is withdrawn. Tokens of withdrawn keys are invalid here immediately,
    /// and elsewhere when the verifiers' caches expire.
    case compromised
  }

  private struct State {
    /// The keys in the order of their activation. Of two keys with the same activation time, the one with
    /// the greater id comes later, so that all nodes agree.
    var entries: [Entry] = []
    var renewedAt: Instant?
    var renewal: Task<Failure?, Never>?
    var failure: Failure?
  }

  private let state = Mutex(State())
  let store: any AccountStore
  let box: SecretBox
  private let clock: any WallClock
  private let pace: any WallClock
  let policy: Policy
  let makeKey: KeyMaker
  let checked = CheckedSignatures()

  private init(
    store: any AccountStore, box: SecretBox, clock: any WallClock, policy: Policy, pace: any WallClock,
    makeKey: @escaping KeyMaker
  ) {
    self.store = store
    self.box = box
    self.clock = clock
    self.policy = policy
    self.pace = pace
    self.makeKey = makeKey
  }

  /// Reads the keys, and generates the first key if there is none.
  ///
  /// If several nodes start together on an empty database, each may make a key. All of these keys are
  /// published and verify tokens, and all nodes sign with the same key.
  ///
  /// - Parameters:
  ///   - clock: the server's time, by which keys become active and retire.
  ///   - pace: the clock for renewals. It runs even if the settable clock of a development server does not.
  public static func open(
    store: any AccountStore, box: SecretBox, clock: any WallClock = SystemClock(),
    policy: Policy = Policy(), pace: any WallClock = SystemClock()
  ) async throws(Failure) -> KeyRing {
    try await open(store: store, box: box, clock: clock, policy: policy, pace: pace, makeKey: generateKey)
  }

  /// Opens a ring like ``open(store:box:clock:policy:pace:)``, but generates keys with the given function.
  package static func open(
    store: any AccountStore, box: SecretBox, clock: any WallClock, policy: Policy = Policy(),
    pace: any WallClock = SystemClock(), makeKey: @escaping KeyMaker
  ) async throws(Failure) -> KeyRing {
    let ring = KeyRing(store: store, box: box, clock: clock, policy: policy, pace: pace, makeKey: makeKey)
    switch await ring.renew() {
    case nil: return ring
    case .noKey: break
    case let failure?: throw failure
    }
    try await ring.insertKeys([.rs256], now: clock.now(), activeFrom: clock.now(), retiring: [])
    return ring
  }

  package static let generateKey: KeyMaker = {
    (algorithm, now) async throws(SigningKey.Failure) in try await SigningKey.generate(algorithm, now: now)
  }

  /// Returns a key maker that begins to generate an RS256 key in the background, while the rest of an empty
  /// installation is set up. The maker returns this key to the first request for an RS256 key.
  package static func ahead(_ makeKey: @escaping KeyMaker, now: Instant) -> KeyMaker {
    let first = FirstKey(
      Task {
        do throws(SigningKey.Failure) { return .success(try await makeKey(.rs256, now)) } catch {
          return .failure(error)
        }
      })
    return { (algorithm, now) async throws(SigningKey.Failure) in
      if algorithm == .rs256, let key = first.take() { return try await key.value.get() }
      return try await makeKey(algorithm, now)
    }
  }

  private final class FirstKey: Sendable {
    typealias Making = Task<Result<SigningKey, SigningKey.Failure>, Never>
    private let making: Mutex<Making?>

    init(_ making: Making) { self.making = Mutex(making) }

    func take() -> Making? {
      making.withLock { making in
        defer { making = nil }
        return making
      }
    }
  }

  // MARK: Reading

  /// Returns the active key of an algorithm. If the algorithm has none, returns the RS256 key, which always
  /// exists.
  public func activeKey(
    of algorithm: TokenAlgorithm = .rs256, now: Instant
  ) throws(Failure) -> SigningKey {
    renewWhenDue()
    let published = state.withLock { $0.entries }.filter { $0.isPublished(now: now) }
    func active(_ entry: Entry, _ algorithm: TokenAlgorithm) -> Bool {
      entry.key.algorithm == algorithm && entry.activeFrom <= now
    }
    if let entry = published.last(where: { active($0, algorithm) }) { return entry.key }
    // If this node's clock is behind, all keys may still be inactive. The first RS256 key is then used.
    guard
      let entry = published.last(where: { active($0, .rs256) })
        ?? published.first(where: { $0.key.algorithm == .rs256 })
    else { throw .noKey }
    return entry.key
  }

  /// Returns a published key by its id; nil if there is none.
  ///
  /// - Throws: ``Failure/store(_:)`` if the id is not in the copy and the database cannot be read.
  public func key(_ keyID: String, now: Instant) async throws(Failure) -> SigningKey? {
    if entry(keyID) != nil { await renewIfOld() }
    if let entry = entry(keyID) { return entry.isPublished(now: now) ? entry.key : nil }
    guard SigningKey.isKeyID(keyID) else { return nil }
    if let failure = await renewForUnknownKey() { throw failure }
    guard let entry = entry(keyID), entry.isPublished(now: now) else { return nil }
    return entry.key
  }

  /// All keys that verify now, in the order of their activation.
  public func published(now: Instant) -> [Entry] {
    renewWhenDue()
    return state.withLock { $0.entries }.filter { $0.isPublished(now: now) }
  }

  /// Returns the creation time of the newest published key if it is more than a minute in the future: then
  /// this clock is behind. Smaller differences between machines are normal.
  public func creationAhead(of now: Instant) -> Instant? {
    published(now: now).map(\.createdAt).max().flatMap { $0 > now.adding(seconds: 60) ? $0 : nil }
  }

  /// The error of the last renewal, for the log and the readiness check. Nil if it succeeded.
  public var renewalFailure: Failure? { state.withLock { $0.failure } }

  func entry(_ keyID: String) -> Entry? {
    state.withLock { state in state.entries.first { $0.key.keyID == keyID } }
  }

  // MARK: Renewing

  /// Reads the keys from the database now. If that fails, the copy stays.
  @discardableResult
  public func renew() async -> Failure? {
    await renewal().value
  }

  /// How long a request waits for the database if it could continue with the copy.
  private static let patience = Duration.seconds(1)

  /// Reads the keys from the database with a read that begins after this call, so that it includes all
  /// earlier writes of other processes. Any number of concurrent calls share two reads. If the database
  /// fails or does not answer in time, the copy stays.
  public func catchUp() async {
    // While renewals fail, requests do not wait for a renewal.
    guard renewalFailure == nil else { return renewWhenDue() }
    let (ended, end) = AsyncStream<Never>.makeStream()
    Task {
      // A read in progress may have begun before this call.
      if let running = state.withLock({ $0.renewal }) { _ = await running.value }
      _ = await renewal().value
      end.finish()
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in ended {} }
      group.addTask { try? await Task.sleep(for: Self.patience) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Catches up if the copy is old. So a server that was idle neither accepts nor uses a key that was
  /// withdrawn in the meantime.
  func renewIfOld() async {
    if isOlder(than: policy.refreshInterval) { await catchUp() }
  }

  private func renewWhenDue() {
    if isOlder(than: policy.refreshInterval) { _ = renewal() }
  }

  private func renewForUnknownKey() async -> Failure? {
    let running = state.withLock { $0.renewal }
    if let running { return await running.value }
    if isOlder(than: policy.unknownKeyFloor) { return await renew() }
    return renewalFailure
  }

  private func isOlder(than interval: Int64) -> Bool {
    let now = pace.now()
    guard let renewedAt = state.withLock({ $0.renewedAt }) else { return true }
    return now < renewedAt || now.milliseconds - renewedAt.milliseconds >= interval
  }

  /// The renewal in progress, or a new one. Concurrent calls share one read of the database.
  private func renewal() -> Task<Failure?, Never> {
    state.withLock { state in
      if let running = state.renewal { return running }
      let task = Task { await self.load() }
      state.renewal = task
      state.renewedAt = pace.now()
      return task
    }
  }

  private func load() async -> Failure? {
    let result: Result<[Entry], Failure>
    do throws(StoreError) {
      let records = try await store.signingKeys(now: clock.now())
      let known = state.withLock { $0.entries }
      result = Result { () throws(Failure) in try entries(of: records, known: known) }
    } catch {
      result = .failure(.store(error))
    }
    return state.withLock { state in
      state.renewal = nil
      state.renewedAt = pace.now()
      switch result {
      case .success(let entries):
        state.entries = entries
        state.failure = nil
      case .failure(let failure):
        state.failure = failure
      }
      return state.failure
    }
  }

  private func entries(of records: [SigningKeyRecord], known: [Entry]) throws(Failure) -> [Entry] {
    guard !records.isEmpty else { throw .noKey }
    let keys = Dictionary(known.map { ($0.key.keyID, $0.key) }, uniquingKeysWith: { first, _ in first })
    var entries: [Entry] = []
    for record in records {
      let key: SigningKey
      if let open = keys[record.keyID] {
        key = open
      } else {
        key = try SigningKey.open(record, with: box)
      }
      entries.append(
        Entry(
          key: key, createdAt: record.createdAt, activeFrom: record.activeFrom,
          retiredAt: record.retiredAt))
    }
    return entries.sorted { ($0.activeFrom, $0.key.keyID) < ($1.activeFrom, $1.key.keyID) }
  }
}
