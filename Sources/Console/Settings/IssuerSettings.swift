import Identity
import IdentityWire
import Operations

/// The issuer of a project's ID tokens, and how long former issuers are accepted.
enum IssuerSettings {
  static func add(to routes: ConsoleRouteTable) {
    routes.action("settings/sessions/issuer", from: "settings/sessions") { request, form in
      let issuer = try form.text("issuer", maximum: 500)
      let grace = try DurationField.seconds(
        graceName, form, Project.issuerGracePeriods, request.texts)
      guard let grace else { throw WireError.badRequest("FORM_FIELD_MISSING", graceName) }
      _ = try await request.audited(nil) {
        try await request.domain.administration.changeTokenIssuer(
          to: issuer.isEmpty ? nil : issuer, grace: grace, in: request.project.id)
      }
      return .redirect("settings/sessions", notice: "settings.issuerChanged")
    }
  }

  private static let graceName = "issuerGrace"

  /// The content of the issuer's part of the page of sessions and tokens.
  struct Content: Sendable {
    struct Former: Sendable {
      let text: String
    }

    let action: String
    let current: String
    let isOfficial: Bool
    let former: [Former]
    let typed: String
    /// A list of one field.
    let grace: [DurationField]

    init(_ request: ConsoleRequest) {
      let (project, texts) = (request.project, request.texts)
      let form = request.submitted("issuer")
      let now = request.domain.service.clock.now()
      action = request.path("settings/sessions/issuer")
      current = project.issuer
      isOfficial = project.tokenIssuer == nil
      former = project.formerIssuers.filter { now < $0.acceptedUntil }.map {
        Former(
          text: texts(
            "settings.issuerFormer", ["issuer": $0.issuer, "moment": texts.moment($0.acceptedUntil)]))
      }
      typed = form?["issuer"] ?? project.tokenIssuer ?? ""
      grace = [DurationField(IssuerSettings.graceName, Project.usualIssuerGracePeriod, form, texts)]
    }
  }
}
