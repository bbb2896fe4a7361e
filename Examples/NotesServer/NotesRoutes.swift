import Foundation
import Hummingbird
import LatchkeyHummingbird

/// The routes. No handler checks who the user is: the rules have already allowed the request.
public enum NotesRoutes {
  /// The maximum size of a note in bytes, independent of the rules.
  private static let maximumBytes = 64 << 10

  public static func router(verifier: IDTokenVerifier, store: NotesStore) throws
    -> Router<BasicIDTokenRequestContext>
  {
    let rules = try ServiceRules(String(decoding: PackageResources.notes_rules, as: UTF8.self))
    var options = RulesMiddleware<BasicIDTokenRequestContext>.Options()
    options.resource = { path, _ in await store.resource(at: path) }
    // The path of a user's notes is a list, with or without a slash at its end.
    options.isList = { path(of: $0).count < 3 && path(of: $0).first == "notes" }

    let router = Router(context: BasicIDTokenRequestContext.self)
    // Added to the router, not to a group, so that the rules also check paths that have no route.
    router.add(middleware: IDTokenMiddleware(verifier, .optional))
    router.add(middleware: RulesMiddleware(rules, options))
    router.get("notes/{uid}") { request, _ in
      await store.names(below: path(of: request)).joined(separator: "\n")
    }
    for pattern: RouterPath in ["notes/{uid}/{note}", "board/{note}"] {
      router.get(pattern) { request, _ in
        guard let note = await store.note(at: path(of: request)) else { throw HTTPError(.notFound) }
        return note
      }
      router.put(pattern) { request, _ -> HTTPResponse.Status in
        let body = try await request.body.collect(upTo: maximumBytes)
        return await store.set(String(buffer: body), at: path(of: request)) ? .created : .ok
      }
      router.delete(pattern) { request, _ -> HTTPResponse.Status in
        await store.remove(at: path(of: request)) ? .noContent : .notFound
      }
    }
    return router
  }

  /// The path as the rules see it.
  private static func path(of request: Request) -> [String] {
    request.uri.path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
  }
}
