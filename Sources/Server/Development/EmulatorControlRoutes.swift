import Hummingbird
import Identity
import IdentityWire
import Operations

/// `/emulator/v1/…`: resets and settings for tests of an app. The routes need no authorization, because only the
/// development server has them, on loopback.
struct EmulatorControlRoutes: Sendable {
  let service: IdentityService
  /// Nil if the server's clock cannot be set.
  let clock: SettableClock?
  private let bodies = BodyBudget()

  func add(to router: Router<ServerContext>) {
    router.delete("/emulator/v1/projects/{project}/accounts") { _, context in
      let project = try await project(context)
      try await service.deleteAllAccounts(in: Scope(project: project.id))
      return APIResponse.response(.ok, Array("{}".utf8))
    }
    router.delete("/emulator/v1/projects/{project}/tenants/{tenant}/accounts") { _, context in
      let project = try await project(context)
      let tenant = try await service.projects.tenant(
        inPath: try context.parameters.require("tenant"), of: project.id)
      try await service.deleteAllAccounts(in: tenant.scope)
      return APIResponse.response(.ok, Array("{}".utf8))
    }
    router.get("/emulator/v1/projects/{project}/config") { _, context in
      try APIResponse.json(EmulatorConfig(try await project(context)))
    }
    router.patch("/emulator/v1/projects/{project}/config") { request, context in
      let id = try await project(context).id
      let change: EmulatorConfig = try await APIRequest(request, context, budget: bodies).message()
      let project = try await service.projects.update(id) { (project) throws(IdentityError) in
        change.apply(to: &project)
      }
      return try APIResponse.json(EmulatorConfig(project))
    }
    addClock(to: router)
  }

  private struct ClockMessage: Encodable {
    /// Milliseconds since 1970, as text.
    var now: Int64Text
  }

  private struct ClockChange: RequestMessage {
    /// The number of seconds by which to move the clock forward. Not negative.
    let advanceSeconds: Int64?

    init(reading members: MessageReader) throws(MessageFault) {
      advanceSeconds = try members.integer("advanceSeconds", Int64.self)
      _ = try members.int64Text("now")
    }
  }

  /// Adds routes for the clock, which the emulator does not have. With them, tests of time limits need not wait.
  private func addClock(to router: Router<ServerContext>) {
    guard let clock else { return }
    let now: @Sendable () throws -> Response = {
      try APIResponse.json(ClockMessage(now: Int64Text(clock.now().milliseconds)))
    }
    router.get("/emulator/v1/clock") { _, _ in try now() }
    router.patch("/emulator/v1/clock") { request, context in
      let change: ClockChange = try await APIRequest(request, context, budget: bodies).message()
      guard let seconds = change.advanceSeconds, (0...315_360_000).contains(seconds) else {
        throw IdentityError.malformed("advanceSeconds must be between 0 and 315360000.")
      }
      clock.advance(seconds: seconds)
      return try now()
    }
    router.delete("/emulator/v1/clock") { _, _ in
      clock.reset()
      return try now()
    }
  }

  private func project(_ context: ServerContext) async throws(IdentityError) -> Project {
    guard let name = context.parameters.get("project"), let id = ProjectID(rawValue: name),
      let project = try await service.projects.project(id)
    else { throw .missing(.projectNotFound) }
    return project
  }
}

private struct EmulatorConfig: Encodable, RequestMessage {
  struct SignIn: Encodable { var allowDuplicateEmails: Bool? }
  struct EmailPrivacy: Encodable { var enableImprovedEmailPrivacy: Bool? }

  var signIn: SignIn?
  var emailPrivacyConfig: EmailPrivacy?

  init(_ project: Project) {
    signIn = SignIn(allowDuplicateEmails: project.signIn.allowDuplicateEmails)
    emailPrivacyConfig = EmailPrivacy(
      enableImprovedEmailPrivacy: project.signIn.emailEnumerationProtection)
  }

  init(reading members: MessageReader) throws(MessageFault) {
    signIn = try members.message("signIn")
    emailPrivacyConfig = try members.message("emailPrivacyConfig")
  }

  func apply(to project: inout Project) {
    if let value = signIn?.allowDuplicateEmails { project.signIn.allowDuplicateEmails = value }
    if let value = emailPrivacyConfig?.enableImprovedEmailPrivacy {
      project.signIn.emailEnumerationProtection = value
    }
  }
}

extension EmulatorConfig.SignIn: RequestMessage {
  init(reading members: MessageReader) throws(MessageFault) {
    allowDuplicateEmails = try members.flag("allowDuplicateEmails")
  }
}

extension EmulatorConfig.EmailPrivacy: RequestMessage {
  init(reading members: MessageReader) throws(MessageFault) {
    enableImprovedEmailPrivacy = try members.flag("enableImprovedEmailPrivacy")
  }
}
