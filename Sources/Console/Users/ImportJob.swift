import Identity
import IdentityWire
import Operations
import Synchronization
import WorkPool

/// An import that runs in the background. Only this server knows the job. The job is lost when the server stops.
final class ImportJob: Sendable {
  enum Phase: Sendable, Equatable {
    case running
    /// An administrator stopped the import. The last batch is still being stored.
    case stopping
    case done
    case stopped
    case failed(Reason)

    var isOver: Bool { self != .running && self != .stopping }
  }

  enum Reason: Sendable, Equatable {
    /// The file does not contain users. The reason is an English sentence.
    case unreadable(String)
    /// The rest of the file did not arrive.
    case abandoned
    /// The protocol's error.
    case refused(code: String, detail: String?)
    /// An unexpected error. The log has more.
    case unexpected
  }

  struct State: Sendable {
    var phase = Phase.running
    /// The number of bytes that have arrived, and the number that were read.
    var received = 0
    /// True if a piece waits for room.
    var isBringing = false
    var taken = 0
    var read = 0
    var imported = 0
    var failed = 0
    /// True for a trial that could not compare all users of the file with each other.
    var isPartial = false
    /// The first users that were skipped.
    var failures: [UserImporter.Failure] = []
    var endedAt: Instant?
  }

  /// The number of skipped users that are named. Further users are only counted.
  static let maximumFailures = 500

  let id: String
  let scope: Scope
  let fileName: String
  /// The size of the whole file in bytes.
  let size: Int
  let startedAt: Instant
  /// True if the job only reports what an import would do.
  let isTrial: Bool
  /// The place that the job takes in a pool.
  private struct Admission {
    var place: SharedPlaces.Place?
    /// True if ``place`` is one of an import.
    var isImport = false
    var isOver = false
  }

  private let feed: ImportFeed
  private let state = Mutex(State())
  private let admission = Mutex(Admission())

  init(
    id: String, scope: Scope, fileName: String, size: Int, startedAt: Instant, patience: Duration,
    isTrial: Bool = false
  ) {
    self.id = id
    self.scope = scope
    self.fileName = fileName
    self.size = size
    self.startedAt = startedAt
    self.isTrial = isTrial
    feed = ImportFeed(patience: patience)
  }

  var progress: State { state.withLock { $0 } }

  // MARK: Places

  /// Takes a place of an announcement.
  ///
  /// - Returns: false if the project or the administrator has announced too many imports.
  func announce(in places: SharedPlaces, by administrator: String) -> Bool {
    let project = scope.project.rawValue
    guard let place = places.place(of: project, for: "\(project)/\(administrator)") else { return false }
    admission.withLock { $0.place = place }
    return true
  }

  /// Takes a place of an import instead of the announcement's. Does nothing if the job has one, or has ended.
  ///
  /// - Returns: false if there is no room.
  func begin(in places: SharedPlaces) -> Bool {
    admission.withLock { admission in
      guard !admission.isImport, !admission.isOver else { return true }
      guard let place = places.place(of: scope.project.rawValue) else { return false }
      admission.place?.leave()
      admission.place = place
      admission.isImport = true
      return true
    }
  }

  private func leave() {
    let place = admission.withLock { admission in
      admission.isOver = true
      defer { admission.place = nil }
      return admission.place
    }
    place?.leave()
  }

  // MARK: Input

  /// Accepts the piece of the file at an offset, and waits until there is room for it. A piece that arrived before
  /// counts as a repetition and is ignored.
  ///
  /// - Throws: `IMPORT_PIECE_MISPLACED` with 409, also while another piece waits; `IMPORT_ENDED` with 409.
  func bring(_ piece: [UInt8], at offset: Int) async throws {
    enum Place { case next, repetition, elsewhere }
    let place = state.withLock { state -> Place in
      guard !state.isBringing, offset >= 0 else { return .elsewhere }
      if offset == state.received, piece.count <= size - offset {
        state.isBringing = true
        return .next
      }
      return offset + piece.count <= state.received ? .repetition : .elsewhere
    }
    switch place {
    case .repetition: return
    case .elsewhere:
      throw WireError(httpStatus: 409, code: "IMPORT_PIECE_MISPLACED", detail: String(offset))
    case .next: break
    }
    let isTaken = await feed.bring(piece, isLast: offset + piece.count == size)
    state.withLock { state in
      state.isBringing = false
      if isTaken { state.received += piece.count }
    }
    guard isTaken else { throw WireError(httpStatus: 409, code: "IMPORT_ENDED") }
  }

  /// Stops the import. The batch that is being stored is the last one.
  func stop() async {
    state.withLock { state in
      if state.phase == .running { state.phase = .stopping }
    }
    await feed.close()
  }

  // MARK: Processing

  /// Imports the file while its pieces arrive.
  func run(
    _ service: IdentityService, _ caller: Caller, _ request: BatchCreateRequest, _ format: UserFileFormat,
    unknownHash: String
  ) async {
    var importer = UserImporter(
      service: service, caller: caller, request: request, unknownHash: unknownHash, isTrial: isTrial
    ) { failure in
      self.state.withLock { state in
        if state.failures.count < Self.maximumFailures { state.failures.append(failure) }
      }
    }
    let phase: Phase
    do {
      try await read(format.decoder(), into: &importer)
      phase = .done
    } catch {
      await importer.stop()
      note(importer)
      phase = Self.ending(error)
    }
    let now = service.clock.now()
    state.withLock { state in
      state.phase = phase
      state.endedAt = now
    }
    leave()
    await feed.close()
  }

  private func read(_ decoder: any UserFileDecoder, into importer: inout UserImporter) async throws {
    var decoder = decoder
    do {
      while let piece = try await feed.next() {
        try await importer.take(try decoder.feed(piece))
        state.withLock { $0.taken += piece.count }
        note(importer)
      }
      try await importer.take(try decoder.finish())
    } catch let failure as UserFileFailure {
      // The users that were read before the failure are still imported.
      try await importer.finish()
      throw failure
    }
    try await importer.finish()
    note(importer)
  }

  private func note(_ importer: UserImporter) {
    state.withLock { state in
      state.read = importer.read
      state.imported = importer.imported
      state.failed = importer.failed
      state.isPartial = importer.isPartial
    }
  }

  private static func ending(_ error: any Error) -> Phase {
    switch error {
    case ImportFeed.Ending.closed: .stopped
    case ImportFeed.Ending.abandoned: .failed(.abandoned)
    case let failure as UserFileFailure: .failed(.unreadable(failure.description))
    case let error as IdentityError: .failed(.refused(code: error.name, detail: error.detail))
    default: .failed(.unexpected)
    }
  }
}
