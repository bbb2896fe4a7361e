import Crypto
import Foundation
import Identity
import WebPages

/// The style sheet with a project's colour. It contains only colours, and the page's policy allows it by its hash.
struct BrandStyle: Sendable {
  /// The backgrounds of cards in `latchkey.css`.
  private static let (light, dark) = (
    BrandColour(red: 0xFF, green: 0xFF, blue: 0xFF), BrandColour(red: 0x1A, green: 0x20, blue: 0x2A)
  )

  let text: String

  /// Changes the colour as far as necessary, so that links and buttons can be read.
  init(_ colour: BrandColour) {
    func rule(on background: BrandColour) -> String {
      let accent = colour.readable(on: background)
      return ":root{--accent:\(accent.text);--accent-hover:\(accent.text);"
        + "--on-accent:\(accent.foreground.text)}"
    }
    text = rule(on: Self.light) + "@media (prefers-color-scheme:dark){" + rule(on: Self.dark) + "}"
  }

  /// The policy of a page that contains the style sheet.
  var contentSecurityPolicy: String {
    let hash = Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
    return PageResponse.contentSecurityPolicy.replacing(
      "style-src 'self'", with: "style-src 'self' 'sha256-\(hash)'")
  }
}

extension ActionPage.Brand {
  init(_ branding: Branding, _ texts: ActionTexts) {
    logo = branding.logo?.dataURL
    style = branding.colour.map { BrandStyle($0) }
    links = [("terms", branding.termsURL), ("privacy", branding.privacyURL)].compactMap { name, address in
      address.map { Link(address: $0, label: texts("actions.\(name)")) }
    }
  }
}
