import Foundation
import IdentityWire
import Operations

/// Brings the users of a file in, as many at a time as one upload may have.
struct UserImport {
  private static let pieceBytes = 1 << 16

  let service: IdentityService
  let caller: Caller
  /// How the passwords were hashed.
  let request: BatchCreateRequest

  /// Users of the file so far.
  private(set) var read = 0
  private(set) var imported = 0
  private(set) var failed = 0

  private var waiting: [(number: Int, user: UploadedUser)] = []
  private var waitingIDs: Set<[UInt8]> = []

  init(service: IdentityService, caller: Caller, request: BatchCreateRequest) {
    self.service = service
    self.caller = caller
    self.request = request
  }

  /// Reads to the end. What was read before an error is imported all the same.
  mutating func read(_ handle: FileHandle, _ decoder: some UserFileDecoder) async throws {
    var decoder = decoder
    do {
      while let piece = try handle.read(upToCount: Self.pieceBytes), !piece.isEmpty {
        for entry in try decoder.feed(piece) { try await take(entry) }
      }
      for entry in try decoder.finish() { try await take(entry) }
    } catch let failure as UserFileFailure {
      try await upload()
      throw failure
    }
    try await upload()
  }

  private mutating func take(_ entry: UserFileEntry) async throws {
    read += 1
    let user: UploadedUser
    switch entry {
    case .unreadable(let reason): return fail(read, nil, reason)
    case .user(let found): user = found
    }
    if request.hashAlgorithm == nil, user.passwordHash?.isEmpty == false {
      return fail(read, user.localId, "there is a password hash, and no --hash-algo says what it is")
    }
    // One upload takes an id but once.
    let id = Array((user.localId ?? "").utf8)
    if waitingIDs.contains(id) || waiting.count == IdentityService.maximumUploadedUsers {
      try await upload()
    }
    waitingIDs.insert(id)
    waiting.append((read, user))
  }

  private mutating func upload() async throws {
    guard !waiting.isEmpty else { return }
    var request = request
    request.users = waiting.map(\.user)
    let errors = try await service.batchCreate(request, caller).error ?? []
    for error in errors where waiting.indices.contains(error.index) {
      let (number, user) = waiting[error.index]
      fail(number, user.localId, error.message)
    }
    imported += waiting.count - errors.count
    waiting = []
    waitingIDs = []
    Terminal.progress("\(read) users read, \(imported) imported")
  }

  private mutating func fail(_ number: Int, _ localID: String?, _ reason: String) {
    failed += 1
    Terminal.error("User \(number)\(localID.map { " (\($0))" } ?? ""): \(reason)")
  }
}
