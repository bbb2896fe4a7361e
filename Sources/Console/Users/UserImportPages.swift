import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations

/// `users/import`: imports users from a file in the background.
///
/// The file is sent with the form, or, with scripts, in pieces. With pieces it may have any size, and a slow upload
/// does not exceed the time limit of a request.
struct UserImportPages: Sendable {
  /// The maximum size of a file that is sent with the form.
  static let maximumFileBytes = 24 << 20
  /// The size of a piece, and of its request.
  static let pieceBytes = 1 << 19
  static let maximumSize = 16 << 30
  /// The size of the other fields.
  private static let formBytes = 65_536

  private static let page = "users/import"
  private static let job = "users/import/{job}"

  func add(to routes: ConsoleRouteTable) {
    routes.page(Self.page, requires: .editor) { request in
      ConsolePage(
        section: .users, title: request.texts("transfer.import"), template: "users_import",
        content: ImportForm(request), scripts: ["users.js"])
    }
    routes.action(Self.page, from: Self.page, maximumBodyBytes: Self.maximumFileBytes + Self.formBytes) {
      request, form in try await begin(form, request)
    }
    routes.action("\(Self.job)/piece", from: Self.page, maximumBodyBytes: Self.pieceBytes + Self.formBytes) {
      request, form in
      guard let piece = form.file("piece"), !piece.bytes.isEmpty else {
        throw WireError.badRequest("FORM_FIELD_MISSING", "piece")
      }
      let job = try job(request)
      try request.domain.jobs.begin(job)
      try await job.bring(piece.bytes, at: try form.integer("offset", 0...Self.maximumSize))
      return .response(Response(status: .noContent))
    }
    routes.page(Self.job) { request in
      let job = try job(request)
      return ConsolePage(
        section: .users,
        title: request.texts(
          job.isTrial ? "transfer.trialOf" : "transfer.importOf", ["file": job.fileName]),
        template: "users_import_job", content: ImportProgress(job, request), scripts: ["users.js"])
    }
    routes.action("\(Self.job)/stop", from: Self.job) { request, _ in
      let job = try job(request)
      await job.stop()
      return .redirect("users/import/\(job.id)", notice: "transfer.stopping")
    }
  }

  private func job(_ request: ConsoleRequest) throws -> ImportJob {
    try request.domain.jobs.job(request.parameters["job"] ?? "", in: request.caller.scope)
  }

  private func begin(_ form: ConsoleForm, _ request: ConsoleRequest) async throws -> ConsoleOutcome {
    var upload = try HashingForm.request(form, request.texts)
    upload.allowOverwrite = form.isOn("overwrite")
    let file = form.file("file")
    let isInPieces = file == nil && form["fileName"] != nil
    let name = try file?.name ?? form.text("fileName", maximum: 1_024)
    guard let format = UserFileFormat(rawValue: try form.text("format")) ?? UserFileFormat(fileName: name)
    else {
      throw WireError.badRequest("IMPORT_FORMAT_UNKNOWN")
    }
    let size = try file?.bytes.count ?? form.integer("size", 0...Self.maximumSize)
    guard size > 0 else { throw WireError.badRequest("IMPORT_FILE_MISSING") }
    let jobs = request.domain.jobs
    let job = ImportJob(
      id: SystemRandom().alphanumeric(20), scope: request.caller.scope, fileName: Self.shown(name),
      size: size,
      startedAt: request.now, patience: jobs.patience, isTrial: form.isOn("try"))
    if isInPieces {
      try jobs.announce(job, by: request.administrator.name)
    } else {
      try jobs.add(job)
    }
    run(job, upload, format, request)
    if let file { bring(file.bytes, to: job) }
    guard isInPieces else { return .redirect("users/import/\(job.id)") }
    return .response(try Self.answer(job, request))
  }

  /// Runs the import in a task that outlives the request.
  private func run(
    _ job: ImportJob, _ upload: BatchCreateRequest, _ format: UserFileFormat, _ request: ConsoleRequest
  ) {
    let service = request.domain.service
    let caller = request.caller
    let unknownHash = request.texts("transfer.unknownHash")
    Task.detached {
      try? await service.audited(nil, caller) {
        await job.run(service, caller, upload, format, unknownHash: unknownHash)
      }
    }
  }

  /// Passes the file on in pieces, too, so that the progress is visible.
  private func bring(_ bytes: [UInt8], to job: ImportJob) {
    Task.detached {
      for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
        let end = min(start + Self.pieceBytes, bytes.count)
        // An error means that an administrator stopped the import. The administrator knows that, so the error
        // is not reported.
        do { try await job.bring(Array(bytes[start..<end]), at: start) } catch { return }
      }
    }
  }

  /// The paths for a script: where it sends the pieces, and which page it opens afterwards.
  private static func answer(_ job: ImportJob, _ request: ConsoleRequest) throws -> Response {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("piece", request.path("users/import/\(job.id)/piece"))
    writer.member("pieceBytes", Int64(pieceBytes))
    writer.member("page", request.path("users/import/\(job.id)"))
    writer.endObject()
    var headers = HTTPFields()
    headers[.contentType] = "application/json"
    headers[.cacheControl] = "no-store"
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: writer.bytes)))
  }

  /// The last part of a file name, as browsers send it.
  private static func shown(_ name: String) -> String {
    String((name.split { $0 == "/" || $0 == "\\" }.last ?? "").prefix(120))
  }
}

private struct ImportForm: Sendable {
  struct Job: Sendable {
    let path: String
    let name: String
    let startedAt: String
    let phase: String
  }

  let actionPath: String
  let cancelPath: String
  let formats: [FormChoice]
  let overwrites: Bool
  let hashing: HashingForm
  let maximumSize: String
  let jobs: [Job]
  let hasJobs: Bool

  init(_ request: ConsoleRequest) {
    let (form, texts) = (request.submitted, request.texts)
    actionPath = request.path("users/import")
    cancelPath = request.path("users")
    formats = ["", "json", "csv"].map { value in
      FormChoice(
        value: value, title: value.isEmpty ? texts("transfer.formatByName") : value.uppercased(),
        isChosen: form?["format"] ?? "" == value)
    }
    overwrites = form?.isOn("overwrite") ?? false
    hashing = HashingForm(form, texts)
    maximumSize = String(UserImportPages.maximumFileBytes >> 20)
    jobs = request.domain.jobs.all(in: request.caller.scope).map { job in
      Job(
        path: request.path("users/import/\(job.id)"),
        name: job.isTrial ? texts("transfer.trialOf", ["file": job.fileName]) : job.fileName,
        startedAt: texts.moment(job.startedAt), phase: texts("transfer.phase.\(job.progress.phase.name)"))
    }
    hasJobs = !jobs.isEmpty
  }
}

extension ImportJob.Phase {
  /// The state's name in keys of texts.
  var name: String {
    switch self {
    case .running: "running"
    case .stopping: "stopping"
    case .done: "done"
    case .stopped: "stopped"
    case .failed: "failed"
    }
  }
}

private struct ImportProgress: Sendable {
  struct Failure: Sendable {
    let number: String
    let uid: String?
    let reason: String
  }

  let path: String
  let stopPath: String
  let usersPath: String
  let importPath: String
  let phase: String
  let isTrial: Bool
  let isPartial: Bool
  let isOver: Bool
  let isRunning: Bool
  let isFailed: Bool
  let reason: String?
  let taken: String
  let size: String
  let percent: String
  let read: String
  let imported: String
  let failed: String
  let startedAt: String
  let endedAt: String?
  let failures: [Failure]
  let hasFailures: Bool
  let failuresCut: String?

  init(_ job: ImportJob, _ request: ConsoleRequest) {
    let (state, texts) = (job.progress, request.texts)
    path = request.path("users/import/\(job.id)")
    stopPath = request.path("users/import/\(job.id)/stop")
    usersPath = request.path("users")
    importPath = request.path("users/import")
    phase = texts("transfer.phase.\(state.phase.name)")
    isTrial = job.isTrial
    isPartial = state.isPartial
    isOver = state.phase.isOver
    isRunning = state.phase == .running
    isFailed = if case .failed = state.phase { true } else { false }
    reason = Self.reason(state, isTrial: job.isTrial, texts)
    taken = String(state.taken)
    size = String(job.size)
    percent = String(state.taken * 100 / max(job.size, 1))
    read = texts.number(state.read)
    imported = texts.number(state.imported)
    failed = texts.number(state.failed)
    startedAt = texts.moment(job.startedAt)
    endedAt = texts.moment(state.endedAt)
    // The users of a batch are checked concurrently.
    failures = state.failures.sorted { $0.number < $1.number }.map {
      Failure(number: String($0.number), uid: $0.localID, reason: $0.reason)
    }
    hasFailures = !failures.isEmpty
    failuresCut =
      state.failed > state.failures.count
      ? texts("transfer.failuresCut", ["count": String(state.failures.count)]) : nil
  }

  private static func reason(_ state: ImportJob.State, isTrial: Bool, _ texts: ConsoleTexts) -> String? {
    guard case .failed(let reason) = state.phase else { return nil }
    // A trial imports no users.
    let imported = ["imported": String(isTrial ? 0 : state.imported)]
    switch reason {
    case .unreadable(let text):
      let values = imported.merging(["number": String(state.read), "reason": text]) { $1 }
      return texts(state.read == 0 ? "transfer.noFileOfUsers" : "transfer.unreadable", values)
    case .abandoned: return texts("transfer.abandoned", imported)
    case .refused(let code, let detail):
      let error = texts.error(.badRequest(code, detail))
      return texts("transfer.refused", imported.merging(["reason": error]) { $1 })
    case .unexpected: return texts("transfer.unexpected", imported)
    }
  }
}
