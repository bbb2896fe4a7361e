import Hummingbird
import IdentityWire

/// The lab's own files for browsers: the index page, the style sheet and the people's pictures.
extension ProviderLab {
  func addPages<Context: RequestContext>(to router: RouterGroup<Context>) {
    router.get("") { _, _ in LabReply.html(self.pages.index(self)) }
    router.get("lab.css") { _, _ in
      LabReply.text(LabPages.styleSheet, .ok, [("Content-Type", "text/css; charset=utf-8")])
    }
    router.get("people/{person}.svg") { _, context in
      // A person made for one sign-in has a picture, too.
      let key = context.parameters.get("person") ?? ""
      let initials = LabPerson.named(key)?.initials ?? "?"
      let hue = key.utf8.reduce(0) { $0 + Int($1) * 7 } % 360
      return LabReply.text(
        Self.picture(initials: initials, hue: hue), .ok,
        [
          ("Content-Type", "image/svg+xml; charset=utf-8"), ("Cache-Control", "public, max-age=3600"),
          ("Content-Security-Policy", "default-src 'none'"), ("X-Content-Type-Options", "nosniff"),
        ])
    }
  }

  private static func picture(initials: String, hue: Int) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">\
    <rect width="100" height="100" fill="hsl(\(hue),35%,38%)"/>\
    <text x="50" y="63" text-anchor="middle" font-family="sans-serif" font-size="38" fill="#fff">\
    \(escapedHTML(initials))</text></svg>
    """
  }
}
