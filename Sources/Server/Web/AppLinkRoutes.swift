import Foundation
import Hummingbird
import IdentityWire
import Operations
import Texts
import WebPages

/// `/__/auth/links`: links that an app opens. In a browser without the app, they lead to the page that they
/// contain.
struct AppLinkRoutes: Sendable {
  let pages: PageRenderer
  let links: ActionLinks

  func add(to router: Router<ServerContext>) {
    router.get(.init(ActionLinks.appLinkPath)) { request, _ in
      let link = FormURLEncoded(parsing: request.uri.query ?? "")["link"] ?? ""
      // Only to our own page: anyone can make an address of this form.
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
