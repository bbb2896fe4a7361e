import Foundation
import Hummingbird
import IdentityWire
import Operations
import Texts
import WebPages

/// `/__/auth/links`: links that an app opens. If the app is not installed, the browser is redirected to the page in the
/// link.
struct AppLinkRoutes: Sendable {
  let pages: PageRenderer
  let links: ActionLinks

  func add(to router: Router<ServerContext>) {
    router.get(.init(ActionLinks.appLinkPath)) { request, _ in
      let link = FormURLEncoded(parsing: request.uri.query ?? "")["link"] ?? ""
      // Redirects only to the server's own page, because anyone can make such a link.
      guard let url = ReturnPolicy.webURL(link), let origin = ReturnPolicy.origin(of: url),
        links.origins.contains(origin), url.path(percentEncoded: true) == ActionLinks.path
      else {
        let language = Language(acceptLanguage: request.headers[.acceptLanguage] ?? "")
        let telling = ActionTexts.texts(in: language).telling("linkIsIncomplete")
        var page = ActionPage(language: language.rawValue, title: telling.title)
        page.paragraphs = telling.paragraphs
        page.mood = .failure
        return PageResponse.html(pages.action(page), status: .badRequest)
      }
      return Response(status: .seeOther, headers: [.location: url.absoluteString, .cacheControl: "no-store"])
    }
  }
}
