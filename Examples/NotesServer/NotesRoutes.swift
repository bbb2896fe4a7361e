import Foundation
import Hummingbird
import LatchkeyHummingbird

/// The routes. No handler asks who the user is: whoever comes here was let through by the rules.
public enum NotesRoutes {
  /// Bytes of a note, whatever the rules say.
  private static let maximumBytes = 64 << 10

  public static func router(verifier: IDTokenVerifier, store: NotesStore) throws
    -> Router<BasicIDTokenRequestContext>
  {
    let rules = try ServiceRules(String(decoding: PackageResources.notes_rules, as: UTF8.self))
    var options = RulesMiddleware<BasicIDTokenRequestContext>.Options()
    options.resource = { path, _ in await store.resource(at: path) }
    // A user's notes are a list, with a slash behind it or without.
    options.isList = { path(of: $0).count < 3 && path(of: $0).first == "notes" }

    let router = Router(context: BasicIDTokenRequestContext.self)
    // Of the router and not of a group, so that rules are asked about paths, too, that no route is for.
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

  /// The path as the rules saw it.
  private static func path(of request: Request) -> [String] {
    request.uri.path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
  }
}
