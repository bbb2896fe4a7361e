import Foundation
import IdentityWire
import Operations

/// Brings the users of a file in, as many at a time as one upload may have. While these are stored, the next are
/// prepared, and those after them read.
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

  private static let maximumUploads = 2

  private struct Upload {
    let users: [Numbered]
    let task: Task<BatchCreateResponse, any Error>
  }

  private typealias Numbered = (number: Int, user: UploadedUser)
  private var waiting: [Numbered] = []
  /// What is being prepared and stored, one after the other in the order of the file.
  private var uploads: [Upload] = []
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
      try await uploadAll()
      throw failure
    } catch {
      // What was sent is not left alone.
      for upload in uploads { _ = try? await upload.task.value }
      throw error
    }
    try await uploadAll()
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

  private mutating func uploadAll() async throws {
    try await upload()
    while !uploads.isEmpty { try await finishUpload() }
  }

  /// Lets what waits be stored, when what was sent before is.
  private mutating func upload() async throws {
    if uploads.count == Self.maximumUploads { try await finishUpload() }
    guard !waiting.isEmpty else { return }
    var request = request
    request.users = waiting.map(\.user)
    let previous = uploads.last?.task
    let task = Task { [service, caller, request] in
      try await service.batchCreate(request, caller) { () async throws(WireError) in
        if case .failure = await previous?.result {
          throw WireError.unavailable("UNAVAILABLE", cause: "what stands before it was not stored")
        }
      }
    }
    uploads.append(Upload(users: waiting, task: task))
    waiting = []
    waitingIDs = []
  }

  private mutating func finishUpload() async throws {
    guard let upload = uploads.first else { return }
    let errors = try await upload.task.value.error ?? []
    uploads.removeFirst()
    for error in errors where upload.users.indices.contains(error.index) {
      let (number, user) = upload.users[error.index]
      fail(number, user.localId, error.message)
    }
    imported += upload.users.count - errors.count
    Terminal.progress("\(read) users read, \(imported) imported")
  }

  private mutating func fail(_ number: Int, _ localID: String?, _ reason: String) {
    failed += 1
    Terminal.error("User \(number)\(localID.map { " (\($0))" } ?? ""): \(reason)")
  }
}
