import Hummingbird
import Identity
import IdentityWire
import Operations

/// `/__/firebase/init.json`: the configuration for `initializeApp`, if the server has only one project.
struct ClientConfigurationRoutes: Sendable {
  let projects: ProjectDirectory
  let origins: ServerOrigins

  func add(to router: Router<ServerContext>) {
    router.get("/__/firebase/init.json") { request, _ in
      guard let project = try await projects.onlyProject(),
        case .object(var members) = configuration(project, request)
      else { throw IdentityError.missing(.projectNotFound) }
      // Apps read this name although the server has no buckets. It is the usual name of the project's bucket.
      members["storageBucket"] = .string("\(project.id).appspot.com")
      return APIResponse.response(.ok, Array(JSONWriter.text(.object(members)).utf8))
    }
  }

  private func configuration(_ project: Project, _ request: Request) -> JSONValue {
    ClientConfiguration(project, authDomain: ClientConfiguration.host(of: origins.origin(of: request))).web
  }
}
