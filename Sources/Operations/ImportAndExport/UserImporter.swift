import Identity
import IdentityWire

/// Imports the users of a file in uploads of limited size. While one upload is stored, the second is prepared, and
/// the third is read. The audit log gets one event for the whole import. Used by one task only.
public struct UserImporter {
  /// The reason why a user was left out.
  public struct Failure: Sendable, Equatable {
    /// The user's position in the file, from 1.
    public var number: Int
    public var localID: String?
    public var reason: String
  }

  private let service: IdentityService
  private let caller: Caller
  /// An upload without users, with the hash settings.
  private let request: BatchCreateRequest
  private let unknownHash: String
  /// Nil for an import that stores its users.
  private let trial: ImportDryRun?
  private let progress: (_ read: Int, _ imported: Int) -> Void
  private let report: (Failure) -> Void

  /// The number of users read so far.
  public private(set) var read = 0
  /// The number of users that were stored or, in a trial, would be stored.
  public private(set) var imported = 0
  public private(set) var failed = 0
  /// True for a trial that could not compare all users of the file with each other. See ``ImportDryRun/isPartial``.
  public var isPartial: Bool { trial?.isPartial == true }

  private static var maximumUploads: Int { 2 }
  /// The maximum size of an upload, in bytes of the file. A single user may be larger: up to a mebibyte.
  private static var maximumUploadBytes: Int { 4 << 20 }
  /// The maximum length of a report about a user, in Unicode scalars.
  static let maximumReport = 256

  private struct Upload {
    let users: [Numbered]
    let task: Task<BatchCreateResponse, any Error>
  }

  private typealias Numbered = (number: Int, user: UploadedUser)
  private var waiting: [Numbered] = []
  private var waitingBytes = 0
  /// The uploads that are being prepared and stored, one after the other in the order of the file.
  private var uploads: [Upload] = []
  private var waitingIDs: Set<[UInt8]> = []
  /// The origin of the writes, with the import's ID.
  private let context: AuditContext
  /// The error code that prevented readable users from being stored.
  private var interruption: String?
  private var isRecorded = false

  /// - Parameters:
  ///   - request: an upload without users. Without an algorithm, users with a hash are left out.
  ///   - unknownHash: the reason that is reported for users with a hash, if there is no algorithm.
  ///   - isTrial: true to store and record nothing, and only report what would happen.
  ///   - maximumTrialValues: the number of values that a trial compares.
  ///   - progress: called after each upload with the number of users that were read and imported.
  ///   - report: called for each user that is left out.
  public init(
    service: IdentityService, caller: Caller, request: BatchCreateRequest, unknownHash: String,
    isTrial: Bool = false, maximumTrialValues: Int = ImportDryRun.defaultMaximumValues,
    progress: @escaping (_ read: Int, _ imported: Int) -> Void = { _, _ in },
    report: @escaping (Failure) -> Void
  ) {
    self.service = service
    self.caller = caller
    self.request = request
    self.unknownHash = unknownHash
    trial = isTrial ? ImportDryRun(maximumValues: maximumTrialValues) : nil
    self.progress = progress
    self.report = report
    var context = AuditContext.current
    context.importID = service.random.alphanumeric(20)
    self.context = context
  }

  /// Accepts users of the file. Waits while too many are being stored.
  ///
  /// - Throws: the error of an earlier upload. ``finish()`` must still be called.
  public mutating func take(_ entries: [UserFileEntry]) async throws {
    for entry in entries { try await take(entry) }
  }

  /// Waits until all accepted users are stored. Users that were read before an error are imported too.
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

  /// Waits for running uploads, and starts no further uploads.
  public mutating func stop() async {
    waiting = []
    while !uploads.isEmpty {
      do { try await finishUpload() } catch { uploads.removeFirst() }
    }
    // An error is being reported already.
    try? await record()
  }

  /// Records the import once, unless nothing was stored.
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
    // An upload may contain an ID only once.
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

  /// Starts an upload of the waiting users, once fewer uploads are running.
  private mutating func upload() async throws {
    if uploads.count == Self.maximumUploads { try await finishUpload() }
    guard !waiting.isEmpty else { return }
    var request = request
    request.users = waiting.map(\.user)
    let previous = uploads.last?.task
    let task = Task { [service, caller, request, context, trial] () async throws -> BatchCreateResponse in
      let turn = { @Sendable () async throws(IdentityError) -> Void in
        if case .failure = await previous?.result {
          throw IdentityError.unavailable(.unavailable, cause: "the users before it were not stored")
        }
      }
      return try await AuditContext.$current.withValue(context) {
        guard let trial else { return try await service.batchCreate(request, caller, after: turn) }
        return try await service.predictBatchCreate(request, caller, trial, after: turn)
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

  /// Shortens a text for a report. One text of a file may be as long as a whole user, and many reports are kept.
  private static func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: maximumReport, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(text[..<end]) + "…"
  }
}
