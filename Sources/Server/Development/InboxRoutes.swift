import Hummingbird
import IdentityWire
import Messaging
import WebPages

/// `/inbox` of a development server. The HTML of each mail is a separate document, which the page shows in a frame.
struct InboxRoutes: Sendable {
  let inbox: DevelopmentInbox
  let pages: PageRenderer

  func add(to router: Router<ServerContext>) {
    router.get("/inbox") { request, _ in
      let filter = InboxFilter(FormURLEncoded(parsing: request.uri.query ?? ""))
      return PageResponse.framing(pages.inbox(InboxPage(inbox, filter)))
    }
    router.get("/inbox/messages/{id}/html") { _, context in
      guard let id = context.parameters.get("id").flatMap({ Int($0) }), let message = inbox.message(id),
        let html = ReadableMessage(message).html
      else { throw HTTPError(.notFound) }
      return PageResponse.mail(html)
    }
  }
}
