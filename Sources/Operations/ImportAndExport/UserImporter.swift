import Identity
import IdentityWire

/// Brings the users of a file in, as many at a time as one upload may have. While these are stored, the next are
/// prepared, and those after them read. The audit log has one event of all of it. Used by one task alone.
public struct UserImporter {
  /// Why a user was left out.
  public struct Failure: Sendable, Equatable {
    /// Its place in the file, from 1.
    public var number: Int
    public var localID: String?
    public var reason: String
  }

  private let service: IdentityService
  private let caller: Caller
  /// How the passwords were hashed.
  private let request: BatchCreateRequest
  private let unknownHash: String
  /// Nil for an import that stores its users.
  private let trial: UploadTrial?
  private let progress: (_ read: Int, _ imported: Int) -> Void
  private let report: (Failure) -> Void

  /// Users of the file so far.
  public private(set) var read = 0
  /// Users that were stored; of a trial, those that would be.
  public private(set) var imported = 0
  public private(set) var failed = 0

  private static var maximumUploads: Int { 2 }
  /// Of the file in one upload, unless a single user is larger: users may be of any size up to a mebibyte each.
  private static var maximumUploadBytes: Int { 4 << 20 }
  /// Characters of what is told of a user who is left out.
  static let maximumReport = 256

  private struct Upload {
    let users: [Numbered]
    let task: Task<BatchCreateResponse, any Error>
  }

  private typealias Numbered = (number: Int, user: UploadedUser)
  private var waiting: [Numbered] = []
  private var waitingBytes = 0
  /// What is being prepared and stored, one after the other in the order of the file.
  private var uploads: [Upload] = []
  private var waitingIDs: Set<[UInt8]> = []
  /// On whose behalf, with the import's id.
  private let context: AuditContext
  /// The protocol's code of what kept users from being stored that were readable.
  private var interruption: String?
  private var isRecorded = false

  /// - Parameters:
  ///   - request: of an upload without users. Without an algorithm, users with a hash are left out.
  ///   - unknownHash: what is said of those.
  ///   - isTrial: whether nothing is to be stored or recorded, and only told what would be.
  ///   - progress: told after each upload how many users were read, and how many are imported.
  ///   - report: given each user that is left out.
  public init(
    service: IdentityService, caller: Caller, request: BatchCreateRequest, unknownHash: String,
    isTrial: Bool = false,
    progress: @escaping (_ read: Int, _ imported: Int) -> Void = { _, _ in },
    report: @escaping (Failure) -> Void
  ) {
    self.service = service
    self.caller = caller
    self.request = request
    self.unknownHash = unknownHash
    trial = isTrial ? UploadTrial() : nil
    self.progress = progress
    self.report = report
    var context = AuditContext.current
    context.importID = service.random.alphanumeric(20)
    self.context = context
  }

  /// Takes users of the file on, and waits while too many are being stored.
  ///
  /// - Throws: what storing those before them did; ``finish()`` is then still to be called.
  public mutating func take(_ entries: [UserFileEntry]) async throws {
    for entry in entries { try await take(entry) }
  }

  /// Waits until everything is stored that was taken on. What was read before an error is imported all the same.
  public mutating func finish() async throws {
    do {
      try await upload()
      while !uploads.isEmpty { try await finishUpload() }
    } catch {
      await stop()
      throw error
    }
    try await record()
  }

  /// Waits for what is being stored, and takes nothing else on.
  public mutating func stop() async {
    waiting = []
    while !uploads.isEmpty {
      do { try await finishUpload() } catch { uploads.removeFirst() }
    }
    // There is an error to tell already.
    try? await record()
  }

  /// Once, and not where nothing was stored.
  private mutating func record() async throws(IdentityError) {
    guard trial == nil, !isRecorded, imported > 0 || interruption != nil else { return }
    isRecorded = true
    var details = ["import": context.importID ?? "", "accounts": String(imported)]
    if failed > 0 { details["leftOut"] = String(failed) }
    try await service.record(
      importOf: details, outcome: interruption ?? AuditEvent.success, in: caller.scope, context)
  }

  private mutating func take(_ entry: UserFileEntry) async throws {
    read += 1
    if case .unreadable(let reason) = entry { return fail(read, nil, reason) }
    guard case .user(let user, let bytes) = entry else { return }
    if request.hashAlgorithm == nil, user.passwordHash?.isEmpty == false {
      return fail(read, user.localId, unknownHash)
    }
    // One upload takes an id but once.
    let id = Array((user.localId ?? "").utf8)
    if waitingIDs.contains(id) || waiting.count == IdentityService.maximumUploadedUsers
      || waitingBytes + bytes > Self.maximumUploadBytes
    {
      try await upload()
    }
    waitingIDs.insert(id)
    waiting.append((read, user))
    waitingBytes += bytes
  }

  /// Lets what waits be stored, when what was sent before is.
  private mutating func upload() async throws {
    if uploads.count == Self.maximumUploads { try await finishUpload() }
    guard !waiting.isEmpty else { return }
    var request = request
    request.users = waiting.map(\.user)
    let previous = uploads.last?.task
    let task = Task { [service, caller, request, context, trial] () async throws -> BatchCreateResponse in
      let turn = { @Sendable () async throws(IdentityError) -> Void in
        if case .failure = await previous?.result {
          throw IdentityError.unavailable(.unavailable, cause: "what stands before it was not stored")
        }
      }
      return try await AuditContext.$current.withValue(context) {
        guard let trial else { return try await service.batchCreate(request, caller, after: turn) }
        return try await service.tryBatchCreate(request, caller, trial, after: turn)
      }
    }
    uploads.append(Upload(users: waiting, task: task))
    waiting = []
    waitingBytes = 0
    waitingIDs = []
  }

  private mutating func finishUpload() async throws {
    guard let upload = uploads.first else { return }
    let errors: [BatchCreateResponse.UserError]
    do { errors = try await upload.task.value.error ?? [] } catch {
      interruption = interruption ?? (error as? IdentityError)?.name ?? Refusal.internalError.rawValue
      throw error
    }
    uploads.removeFirst()
    for error in errors where upload.users.indices.contains(error.index) {
      let (number, user) = upload.users[error.index]
      fail(number, user.localId, error.message)
    }
    imported += upload.users.count - errors.count
    progress(read, imported)
  }

  private mutating func fail(_ number: Int, _ localID: String?, _ reason: String) {
    failed += 1
    report(Failure(number: number, localID: localID.map(Self.cut), reason: Self.cut(reason)))
  }

  /// What a file says may be as long as a user may be, and reports of many users are kept.
  private static func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: maximumReport, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(text[..<end]) + "…"
  }
}
