import Identity
import IdentityWire
import Operations
import Synchronization

/// An import that goes on while its administrator looks at something else. It is of this server, and gone with it.
final class ImportJob: Sendable {
  enum Phase: Sendable, Equatable {
    case running
    /// Somebody stopped it, and what is being stored is waited for.
    case stopping
    case done
    case stopped
    case failed(Reason)

    var isOver: Bool { self != .running && self != .stopping }
  }

  enum Reason: Sendable, Equatable {
    /// The file is none of users, in words for people who read English.
    case unreadable(String)
    /// The rest of it never came.
    case abandoned
    /// The protocol's error.
    case refused(code: String, detail: String?)
    /// The log has more.
    case unexpected
  }

  struct State: Sendable {
    var phase = Phase.running
    /// Bytes that came, and that were read.
    var received = 0
    /// Whether a piece waits for room.
    var isBringing = false
    var taken = 0
    var read = 0
    var imported = 0
    var failed = 0
    /// The first of those that were left out.
    var failures: [UserImporter.Failure] = []
    var endedAt: Instant?
  }

  /// Users that were left out and are named; the rest are counted.
  static let maximumFailures = 500

  let id: String
  let scope: Scope
  let fileName: String
  /// Bytes of the whole file.
  let size: Int
  let startedAt: Instant
  /// True if the job only tells what an import would do.
  let isTrial: Bool
  private let feed: ImportFeed
  private let state = Mutex(State())

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

  // MARK: What comes in

  /// Takes the piece of the file that begins at an offset, and waits until there is room for it. One that came before
  /// is taken for a repetition.
  ///
  /// - Throws: `IMPORT_PIECE_MISPLACED` with 409, also while another waits; `IMPORT_ENDED` with 409.
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

  /// What is being stored is stored, and no more.
  func stop() async {
    state.withLock { state in
      if state.phase == .running { state.phase = .stopping }
    }
    await feed.close()
  }

  // MARK: What is done with it

  /// Imports the file as its pieces come.
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
      // What was read before is imported all the same.
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
