import Identity
import IdentityWire
import Operations
import Tokens

/// The keys that sign the tokens of all projects on the server.
enum SigningKeySettings {
  /// The time at which a new key begins to sign, with the command line's names.
  private enum Manner: String, CaseIterable {
    case planned, immediate, compromised

    var rotation: KeyRing.Rotation {
      switch self {
      case .planned: .planned
      case .immediate: .immediate
      case .compromised: .compromised
      }
    }
  }

  static func add(to routes: ConsoleRouteTable) {
    routes.page("settings/keys") { request in
      let (now, texts, ring) = (request.now, request.texts, request.domain.service.keyRing)
      let active = Set(try TokenAlgorithm.allCases.map { try ring.activeKey(of: $0, now: now).keyID })
      return .settings(
        .keys, request, template: "settings_keys",
        content: Content(
          tabs: SettingsTabs(.keys, request),
          keys: ring.published(now: now).map { entry in
            let signs = active.contains(entry.key.keyID)
            let state = signs ? "signs" : entry.activeFrom > now ? "later" : "verifies"
            return .init(
              id: entry.key.keyID, algorithm: entry.key.algorithm.rawValue,
              state: texts("settings.keyState.\(state)"), signs: signs,
              age: texts.span(now.seconds - entry.createdAt.seconds),
              activeFrom: texts.moment(entry.activeFrom),
              retiredAt: entry.retiredAt.map { texts.moment($0) } ?? texts("settings.keyNotReplaced"))
          },
          manners: Manner.allCases.map {
            .init(
              name: texts("settings.rotate.\($0.rawValue)"),
              about: texts("settings.rotateAbout.\($0.rawValue)"),
              path: request.path("settings/keys/rotate?manner=\($0.rawValue)"),
              isDangerous: $0 == .compromised)
          }))
    }
    routes.page("settings/keys/rotate", requires: .owner, ofServer: true) { request in
      guard let manner = (request.submitted?["manner"] ?? request.query["manner"]).flatMap(Manner.init) else {
        throw WireError.notFound("PAGE_NOT_FOUND")
      }
      return .confirm(
        .settings,
        ConfirmPage(
          title: request.texts("settings.rotate.\(manner.rawValue)"),
          paragraphs: [
            request.texts("settings.rotateAbout.\(manner.rawValue)"), request.texts("settings.rotateAll"),
          ], action: request.path("settings/keys/rotate"), cancel: request.path("settings/keys"),
          button: request.texts("settings.rotateNow"),
          fields: [.init(name: "manner", value: manner.rawValue)],
          isDangerous: manner != .planned))
    }
    routes.action(
      "settings/keys/rotate", requires: .owner, from: "settings/keys/rotate", ofServer: true,
      needsReauthentication: true,
      afterReauthentication: "settings/keys"
    ) { request, form in
      guard let manner = Manner(rawValue: try form.text("manner")) else {
        throw WireError.badRequest("FORM_FIELD_MISSING", "manner")
      }
      try await request.audited(nil) {
        do {
          _ = try await request.domain.service.keyRing.rotate(manner.rotation, now: request.now)
        } catch {
          throw WireError.unavailable("UNAVAILABLE", cause: "signing keys: \(error)")
        }
      }
      return .redirect("settings/keys", notice: "settings.rotated")
    }
  }

  private struct Content: Sendable {
    struct Key: Sendable {
      let id: String
      let algorithm: String
      let state: String
      let signs: Bool
      let age: String
      let activeFrom: String
      let retiredAt: String
    }

    struct Manner: Sendable {
      let name: String
      let about: String
      let path: String
      let isDangerous: Bool
    }

    let tabs: SettingsTabs
    let keys: [Key]
    let manners: [Manner]
  }
}
