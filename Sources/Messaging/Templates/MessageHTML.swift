import Identity
import IdentityWire

/// Makes the HTML of a mail that has only a text template: its paragraphs, with the link as a button. The HTML has no
/// scripts. It loads only the project's logo, and has no other picture.
enum MessageHTML {
  private static let background = BrandColour(red: 0xFF, green: 0xFF, blue: 0xFF)

  /// - Parameters:
  ///   - template: the text template.
  ///   - action: the text of the button. Nil shows the address itself.
  static func page(
    _ template: TemplateText, subject: String, action: String?, language: String, _ values: MessageValues
  ) -> String {
    let link = values.value(of: .link)
    let paragraphs = template.source.split(separator: "\n\n").map { paragraph -> String in
      let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: true)
      if lines == ["%LINK%"] { return button(link, action, values.branding.colour) }
      return "<p style=\"margin:0 0 16px\">" + lines.map { filled($0, values) }.joined(separator: "<br>")
        + "</p>"
    }
    return """
      <!DOCTYPE html>
      <html lang="\(escapedHTML(language))">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(escapedHTML(subject))</title></head>
      <body style="margin:0;padding:24px;background:#f4f5f7;color:#1c1e21;\
      font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
      <div style="max-width:520px;margin:0 auto;padding:32px;background:\(background.text);border-radius:8px">
      \(logo(values))\(paragraphs.joined(separator: "\n"))\(footer(values))
      </div>
      </body>
      </html>

      """
  }

  /// The project's logo. Empty if the mail has none. Outlook ignores maximum sizes in styles and uses the attribute.
  /// Other programs use the style instead of the attribute.
  private static func logo(_ values: MessageValues) -> String {
    guard let address = values.logoAddress else { return "" }
    return """
      <p style="margin:0 0 24px"><img src="\(escapedHTML(address))" alt="\(escapedHTML(values.value(of: .appName)))" \
      height="48" style="display:block;width:auto;height:auto;max-width:240px;max-height:48px;border:0"></p>

      """
  }

  /// The project's links; empty if it has none.
  private static func footer(_ values: MessageValues) -> String {
    let links = values.brandLinks.map {
      "<a href=\"\(escapedHTML($0.address))\" style=\"color:#5f6672\">\(escapedHTML($0.label))</a>"
    }
    guard !links.isEmpty else { return "" }
    return "\n<p style=\"margin:24px 0 0;font-size:13px\">" + links.joined(separator: " &#183; ") + "</p>"
  }

  private static func button(_ link: String, _ action: String?, _ colour: BrandColour?) -> String {
    // The same colour as on the pages to which mailed links lead.
    let accent = (colour ?? BrandColour(red: 0x1A, green: 0x56, blue: 0xDB)).readable(on: background)
    let address = escapedHTML(link)
    guard let action else {
      return "<p style=\"margin:0 0 16px;word-break:break-all\"><a href=\"\(address)\">\(address)</a></p>"
    }
    return """
      <p style="margin:24px 0"><a href="\(address)" style="display:inline-block;padding:12px 24px;\
      background:\(accent.text);color:\(accent.foreground.text);border-radius:6px;text-decoration:none">\(escapedHTML(action))</a></p>
      <p style="margin:0 0 16px;font-size:13px;color:#5f6672;word-break:break-all">\(address)</p>
      """
  }

  private static func filled(_ line: Substring, _ values: MessageValues) -> String {
    guard let template = try? TemplateText(escapedHTML(String(line)), allowed: Set(Placeholder.allCases))
    else {
      return escapedHTML(String(line))
    }
    return template.filledHTML(values)
  }
}
