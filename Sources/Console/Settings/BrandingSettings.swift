import Hummingbird
import Identity
import IdentityWire
import Operations
import WebPages

/// The name, logo, colour and links of the project's pages and mails.
enum BrandingSettings {
  private static let path = "settings/branding"
  /// The maximum size of the form, including the logo.
  private static let maximumBodyBytes = Branding.Logo.maximumBytes + 16_384

  static func add(to routes: ConsoleRouteTable) {
    routes.page(path) { request in
      let branding = request.project.branding
      return .settings(
        .branding, request, template: "settings_branding",
        content: Content(
          tabs: SettingsTabs(.branding, request), action: request.path(path), fields: fields(request),
          hasLogo: branding.logo != nil, preview: request.path("\(path)/preview"),
          mailPreview: request.path("templates/\(MessageKind.resetPassword.rawValue)/preview")))
    }
    routes.action(path, from: path, maximumBodyBytes: maximumBodyBytes) { request, form in
      let branding = try branding(form, since: request.project.branding)
      _ = try await request.audited(nil) {
        try await request.domain.administration.changeBranding(of: request.project.id) { $0 = branding }
      }
      return .redirect(path, notice: "common.saved")
    }
    routes.file("\(path)/preview") { request in
      var response = PageResponse.html(
        preview(request), policy: TemplatePreviews.contentSecurityPolicy, referrerPolicy: "no-referrer")
      response.headers[.frameOptions] = "SAMEORIGIN"
      return response
    }
  }

  private static func fields(_ request: ConsoleRequest) -> [SettingField] {
    let texts = request.texts
    let branding = request.project.branding
    func text(_ name: String, _ stored: String?) -> SettingField {
      .text(
        name, texts("settings.branding.\(name)"), request.filled(name, stored ?? ""),
        hint: texts("settings.branding.\(name).hint"), isOptional: true)
    }
    return [
      text("name", branding.name), text("colour", branding.colour?.text),
      text("termsURL", branding.termsURL), text("privacyURL", branding.privacyURL),
    ]
  }

  private static func branding(_ form: ConsoleForm, since known: Branding) throws -> Branding {
    func text(_ name: String, maximum: Int) throws -> String? {
      let text = try form.text(name, maximum: maximum)
      return text.isEmpty ? nil : text
    }
    var branding = Branding()
    branding.name = try text("name", maximum: Branding.maximumNameLength)
    if let typed = try text("colour", maximum: 40) {
      guard let colour = BrandColour(typed) else { throw WireError.badRequest("COLOUR_INVALID") }
      branding.colour = colour
    }
    branding.termsURL = try text("termsURL", maximum: Branding.maximumLinkLength)
    branding.privacyURL = try text("privacyURL", maximum: Branding.maximumLinkLength)
    if let file = form.file("logo") {
      guard let logo = Branding.Logo(file.bytes) else { throw WireError.badRequest("LOGO_INVALID") }
      branding.logo = logo
    } else if !form.isOn("remove-logo") {
      branding.logo = known.logo
    }
    return branding
  }

  /// A document for a sandboxed frame. It loads no resources and runs no scripts.
  private static func preview(_ request: ConsoleRequest) -> String {
    let branding = request.project.branding
    let colour = (branding.colour ?? BrandColour(red: 0x2F, green: 0x55, blue: 0xC8)).readable(
      on: BrandColour(red: 255, green: 255, blue: 255))
    let logo = branding.logo.map {
      "<p><img src=\"\($0.dataURL)\" alt=\"\" style=\"max-width:12rem;max-height:4rem\"></p>"
    }
    let links = [("termsURL", branding.termsURL), ("privacyURL", branding.privacyURL)].compactMap {
      name, url in
      url.map { _ in
        "<u style=\"color:\(colour.text)\">\(escapedHTML(request.texts("settings.branding.\(name)")))</u>"
      }
    }
    let language = escapedHTML(request.texts.language.rawValue)
    return """
      <!doctype html>
      <html lang="\(language)"><head><meta charset="utf-8"><title>Latchkey</title></head>
      <body style="margin:0;padding:1.5rem;background:#ffffff;color:#1a2230;font:16px/1.5 system-ui,sans-serif;\
      border-top:4px solid \(colour.text)">
      \(logo ?? "")
      <p>\(escapedHTML(request.project.appName))</p>
      <p><span style="display:inline-block;padding:0.5rem 1.5rem;border-radius:9px;background:\(colour.text);\
      color:\(colour.foreground.text)">\(escapedHTML(request.texts("settings.branding.button")))</span></p>
      <p>\(links.joined(separator: " "))</p>
      </body></html>
      """
  }

  private struct Content: Sendable {
    let tabs: SettingsTabs
    let action: String
    let fields: [SettingField]
    let hasLogo: Bool
    let preview: String
    /// The address of the preview of a mail.
    let mailPreview: String
  }
}
