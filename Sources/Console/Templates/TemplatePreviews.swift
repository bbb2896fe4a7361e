import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Messaging
import NIOCore
import Operations
import WebPages

/// Previews of messages, for a frame in the editor's page. The texts are untrusted HTML: in the frame, no
/// script runs, nothing is fetched and no link works.
enum TemplatePreviews {
  /// A sandbox without an origin. Mails contain their own styles; no other page of the console does.
  static let contentSecurityPolicy = [
    "default-src 'none'", "style-src 'unsafe-inline'", "img-src data:", "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'", "sandbox",
  ].joined(separator: "; ")

  static func add(to routes: ConsoleRouteTable) {
    routes.file("templates/{kind}/preview") { request in
      let kind = try request.messageKind()
      return response(
        try request.domain.service.preview(kind, language: request.messageLanguage, request.caller), kind,
        request)
    }
    routes.action(
      "templates/{kind}/draft", from: "templates/{kind}", maximumBodyBytes: 262_144
    ) { request, form in
      // The frame shows the response, even if it is an error.
      do {
        let kind = try request.messageKind()
        var messages = request.project.messages
        try TemplateDraft(kind, form, request).write(to: &messages)
        try request.check(messages)
        return .response(
          response(
            try request.domain.service.preview(
              kind, draft: messages, language: request.messageLanguage, request.caller), kind, request))
      } catch {
        guard let error = WireError(thrown: error) else { throw error }
        let body = "<p role=\"alert\">\(escapedHTML(request.texts.error(error)))</p>"
        return .response(page(body, request, status: .init(code: error.httpStatus)))
      }
    }
  }

  private static func response(_ preview: MessagePreview, _ kind: MessageKind, _ request: ConsoleRequest)
    -> Response
  {
    let texts = request.texts
    var body = ""
    func fact(_ key: String, _ value: String?) {
      guard let value else { return }
      body += "<dt>\(escapedHTML(texts("templates.\(key)")))</dt><dd>\(escapedHTML(value))</dd>"
    }
    if kind.isMail {
      body += "<dl>"
      fact("previewSender", preview.senderName)
      fact("previewReplyTo", preview.replyTo)
      fact("previewSubject", preview.content.subject)
      body += "</dl>"
    }
    if let html = preview.content.html {
      body += "<h2>\(escapedHTML(texts("templates.previewHTML")))</h2>"
      body +=
        "<iframe sandbox title=\"\(escapedHTML(texts("templates.previewHTML")))\" srcdoc=\"\(escapedHTML(html))\"></iframe>"
      body += "<h2>\(escapedHTML(texts("templates.previewText")))</h2>"
    }
    body +=
      "<pre lang=\"\(escapedHTML(preview.content.language))\">\(escapedHTML(preview.content.text))</pre>"
    return page(body, request)
  }

  private static func page(
    _ body: String, _ request: ConsoleRequest, status: HTTPResponse.Status = .ok
  ) -> Response {
    let text = """
      <!doctype html>
      <html lang="\(request.texts.language.rawValue)">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(escapedHTML(request.texts("templates.preview")))</title>
      <style>\(style)</style></head>
      <body>\(body)</body>
      </html>

      """
    var response = PageResponse.html(
      text, status: status, policy: contentSecurityPolicy, referrerPolicy: "no-referrer")
    response.headers[.frameOptions] = "SAMEORIGIN"
    return response
  }

  private static let style = """
    :root{color-scheme:light dark}body{margin:0;padding:12px;font:16px/1.5 system-ui,sans-serif;\
    overflow-wrap:anywhere}dt{opacity:.8;font-size:.88rem}dd{margin:0 0 8px}h2{font-size:1rem;margin:16px 0 8px}\
    iframe{width:100%;height:420px;border:1px solid GrayText;border-radius:8px;background:#fff}\
    pre{white-space:pre-wrap;font:15px/1.5 ui-monospace,monospace;margin:0}
    """
}
