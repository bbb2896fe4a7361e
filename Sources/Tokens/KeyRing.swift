import Foundation
import Identity
import Secrets
import Synchronization

/// The signing keys: which one signs now, which ones verify, which ones are published.
///
/// The database is the one truth, shared by all nodes and the command line; the ring is a copy of it that is
/// read under a short lock and renewed every few seconds when it is used, when a token names a key that the copy
/// lacks, and before the keys are published.
///
/// A key's life: published at once, signing from ``Entry/activeFrom`` until the next key's, published until
/// ``Entry/retiredAt``. Between publication and activation lies at least the time for which verifiers may
/// keep the published keys, so that no verifier meets a signature of a key that it cannot know.
public final class KeyRing: Sendable {
  public struct Policy: Sendable {
    /// Seconds from a new key's publication to its activation, at least 300. Verifiers are never told to keep
    /// the published keys for longer.
    public var overlap: Int64
    /// Seconds that a key stays published once its successor signs: the life of the last session cookie that
    /// it signed, and the longest time for which a document is kept.
    public var retention: Int64
    /// Milliseconds after which the copy is renewed.
    public var refreshInterval: Int64
    /// Milliseconds between two renewals for the sake of unknown keys, which anybody can name.
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

  /// A key and when it is used.
  public struct Entry: Sendable {
    public let key: SigningKey
    public let createdAt: Instant
    public let activeFrom: Instant
    public let retiredAt: Instant?

    public func isPublished(now: Instant) -> Bool { retiredAt.map { now < $0 } ?? true }
  }

  /// Makes a key of an algorithm at a moment.
  package typealias KeyMaker =
    @Sendable (TokenAlgorithm, Instant) async throws(SigningKey.Failure) -> SigningKey

  public enum Failure: Error {
    /// The private key was sealed under another master key than the one that the server was given.
    case wrongMasterKey(keyID: String)
    case unusableKey(keyID: String, SigningKey.Failure)
    case keyGeneration(SigningKey.Failure)
    case store(StoreError)
    /// There is no key that is not retired.
    case noKey
  }

  /// When a new key begins to sign.
  public enum Rotation: Sendable {
    /// After ``Policy/overlap``: no verifier notices.
    case planned
    /// At once. A verifier that keeps the published keys refuses new tokens until it fetches them anew.
    case immediate
    /// At once, and every other key is withdrawn: tokens that it signed end here now, and elsewhere when the
    /// verifiers' copies do.
    case compromised
  }

  private struct State {
    /// In the order in which they become active; of two at one moment the greater id comes later, so that
    /// all nodes agree.
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

  /// Reads the keys, and makes the first one when there is none.
  ///
  /// Nodes that start together on an empty database may each make a key. All of them are published and
  /// verify; which one signs is the same everywhere.
  ///
  /// - Parameters:
  ///   - clock: the server's time, by which keys become active and retire.
  ///   - pace: what renewals are timed by; it runs on where a development server's own clock stands still.
  public static func open(
    store: any AccountStore, box: SecretBox, clock: any WallClock = SystemClock(),
    policy: Policy = Policy(), pace: any WallClock = SystemClock()
  ) async throws(Failure) -> KeyRing {
    try await open(store: store, box: box, clock: clock, policy: policy, pace: pace, makeKey: generateKey)
  }

  /// As ``open(store:box:clock:policy:pace:)``, with keys that something else makes.
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

  /// A maker that has begun an RS256 key for the first who wants one, so that it is made beside what else an empty
  /// installation needs.
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

  /// The key of an algorithm that signs now; the RS256 one, which there always is, while there is none.
  public func activeKey(
    of algorithm: TokenAlgorithm = .rs256, now: Instant
  ) throws(Failure) -> SigningKey {
    renewWhenDue()
    let published = state.withLock { $0.entries }.filter { $0.isPublished(now: now) }
    func active(_ entry: Entry, _ algorithm: TokenAlgorithm) -> Bool {
      entry.key.algorithm == algorithm && entry.activeFrom <= now
    }
    if let entry = published.last(where: { active($0, algorithm) }) { return entry.key }
    // A clock that is behind the one of the node that made the key must not leave this one without a key.
    guard
      let entry = published.last(where: { active($0, .rs256) })
        ?? published.first(where: { $0.key.algorithm == .rs256 })
    else { throw .noKey }
    return entry.key
  }

  /// A published key by its id; nil when there is none of that id.
  ///
  /// - Throws: ``Failure/store(_:)`` when the id is unknown here and the database cannot be asked.
  public func key(_ keyID: String, now: Instant) async throws(Failure) -> SigningKey? {
    if entry(keyID) != nil { await renewIfOld() }
    if let entry = entry(keyID) { return entry.isPublished(now: now) ? entry.key : nil }
    guard SigningKey.isKeyID(keyID) else { return nil }
    if let failure = await renewForUnknownKey() { throw failure }
    guard let entry = entry(keyID), entry.isPublished(now: now) else { return nil }
    return entry.key
  }

  /// All keys that verify now, in the order in which they become active.
  public func published(now: Instant) -> [Entry] {
    renewWhenDue()
    return state.withLock { $0.entries }.filter { $0.isPublished(now: now) }
  }

  /// When the newest published key was made, if the clock has yet to come to that moment: it is behind then. Within a
  /// minute the clocks of several machines may differ.
  public func creationAhead(of now: Instant) -> Instant? {
    published(now: now).map(\.createdAt).max().flatMap { $0 > now.adding(seconds: 60) ? $0 : nil }
  }

  /// Why the last renewal failed, for the log and the readiness check. Nil when it did not.
  public var renewalFailure: Failure? { state.withLock { $0.failure } }

  func entry(_ keyID: String) -> Entry? {
    state.withLock { state in state.entries.first { $0.key.keyID == keyID } }
  }

  // MARK: Renewing

  /// Reads the keys of the database now. What was known stays when that fails.
  @discardableResult
  public func renew() async -> Failure? {
    await renewal().value
  }

  /// For how long anybody waits for the database who could go on with what is known.
  private static let patience = Duration.seconds(1)

  /// Reads the keys of the database, in a read that begins after this call: what another process made before is known
  /// then. However many call at once, two reads serve them all. What was known stays when the database fails, and
  /// when it does not answer in time.
  public func catchUp() async {
    // While it fails, nobody waits for it.
    guard renewalFailure == nil else { return renewWhenDue() }
    let (ended, end) = AsyncStream<Never>.makeStream()
    Task {
      // What is being read just now may be of before.
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

  /// Catches up when the copy is old: a server that nobody asked for a while neither accepts nor uses a key that was
  /// withdrawn meanwhile.
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

  /// The renewal that is under way, or a new one: however many ask, the database is read once.
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
