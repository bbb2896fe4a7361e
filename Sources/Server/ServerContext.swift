import Hummingbird
import Logging

/// What travels with a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
  }
}
