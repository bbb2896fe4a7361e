import IdentityWire
import Operations

/// The operations with which a client reads the settings that apply to it.
struct ConfigurationRoutes: Sendable {
  let service: IdentityService

  func add(to operations: OperationRouter) {
    for path in OperationRouter.modern("passwordPolicy", version: "v2") {
      operations.on(.get, path) { (_: EmptyMessage, caller) in service.passwordPolicy(caller) }
    }
    for path in OperationRouter.modern("recaptchaConfig", version: "v2") {
      operations.on(.get, path) { (_: EmptyMessage, _) in service.recaptchaConfig() }
    }
    for path in OperationRouter.modern("recaptchaParams") + OperationRouter.legacy("getRecaptchaParam") {
      operations.on(.get, path) { (_: EmptyMessage, _) in service.recaptchaParams() }
    }
  }
}
