import HTTPTypes
import Hummingbird
import IdentityWire

/// Methods of the official API that this server does not support. The response is an error in the API's format, so that
/// a client can tell it from the response to a wrong address. `docs/divergences.md` has the reasons.
struct UnimplementedRoutes: Sendable {
  private static let accounts = ["issueSamlResponse", "verifyIosClient"]
  private static let legacy = ["signOutUser", "setProjectConfig"]

  func add(to router: Router<ServerContext>) {
    for name in Self.accounts {
      refuse("accounts.\(name)", OperationRouter.modern("accounts:\(name)"), router)
    }
    for name in Self.legacy { refuse("relyingparty.\(name)", OperationRouter.legacy(name), router) }
  }

  private func refuse(_ method: String, _ paths: [String], _ router: Router<ServerContext>) {
    for path in paths {
      router.post(.init(path)) { _, _ -> Response in
        throw WireError.notImplemented("identitytoolkit.\(method) is not implemented.")
      }
    }
  }
}
