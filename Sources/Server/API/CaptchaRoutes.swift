import Identity
import IdentityWire
import Operations

/// Captcha challenges for browsers, and a project's captcha settings. The official API has neither of them.
struct CaptchaRoutes: Sendable {
  let service: IdentityService
  let administration: ProjectAdministration

  func add(to operations: OperationRouter) {
    for path in OperationRouter.modern("captchaChallenge", version: "v2") {
      operations.on(.post, path, readsQuery: false) { (request: CaptchaChallengeRequest, caller) in
        try service.captchaChallenge(request, caller)
      }
    }
    for path in OperationRouter.modern("projects/{project}/captchaConfig", version: "v2") {
      operations.onTree(.get, path, whenDisabled: true) { (_: GetCaptchaConfigRequest, caller) in
        try caller.requireAdministrator()
        return administration.captchaConfig(of: caller.project)
      }
      operations.onTree(.patch, path, refusesUnknownNames: true, whenDisabled: true) {
        (request: UpdateCaptchaConfigRequest, caller) in
        try caller.requireAdministrator()
        return try await administration.updateCaptchaConfig(
          request.config, mask: request.updateMask, in: caller.project.id)
      }
    }
  }
}
