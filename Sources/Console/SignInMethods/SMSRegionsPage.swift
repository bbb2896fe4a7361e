import Foundation
import Identity
import IdentityWire
import Texts

/// `methods/regions`: the countries that text messages may be sent to.
struct SMSRegionsPage: Sendable {
  func add(to routes: ConsoleRouteTable) {
    routes.page("methods/regions") { request in
      let texts = request.texts
      let (way, regions) = Self.parts(request.signIn.smsRegions ?? .allExcept([]))
      let names = regions.map { Self.name(of: $0, texts.language) }
      return SettingsPage.page(
        request, tab: .regions, title: texts("methods.tab.regions"), lead: texts("methods.regions.lead"),
        path: "methods/regions",
        fields: [
          .choice(
            "way", texts("methods.regions.way"), request.filled("way", way),
            [
              ("except", texts("methods.regions.except"), texts("methods.regions.except.hint")),
              ("only", texts("methods.regions.only"), texts("methods.regions.only.hint")),
            ]),
          .area(
            "regions", texts("methods.regions.list"),
            request.filled("regions", regions.joined(separator: ", ")), hint: texts("methods.regions.hint"),
            isOptional: true),
        ],
        notices: names.isEmpty
          ? [] : [texts("methods.regions.now.\(way)", ["regions": names.joined(separator: ", ")])])
    }
    routes.action("methods/regions", from: "methods/regions") { request, form in
      let regions = try form.list("regions", maximum: 4_096)
      var config = SMSRegionConfig()
      switch form["way"] {
      case "except":
        config.allowByDefault = .init()
        config.allowByDefault?.disallowedRegions = regions
      case "only":
        config.allowlistOnly = .init()
        config.allowlistOnly?.allowedRegions = regions
      default: throw WireError.badRequest("INVALID_FORM")
      }
      let message = config
      try await request.configure(
        project: ["smsRegionConfig"], { $0.smsRegionConfig = message }, tenant: ["smsRegionConfig"]
      ) { $0.smsRegionConfig = message }
      return .redirect("methods/regions", notice: "common.saved")
    }
  }

  private static func parts(_ policy: SMSRegionPolicy) -> (way: String, regions: [String]) {
    switch policy {
    case .allExcept(let regions): ("except", regions)
    case .only(let regions): ("only", regions)
    }
  }

  private static func name(of region: String, _ language: Language) -> String {
    Locale(identifier: language.rawValue).localizedString(forRegionCode: region) ?? region
  }
}
