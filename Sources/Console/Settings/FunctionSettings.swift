import Identity
import IdentityWire
import Operations

/// The project's blocking functions.
enum FunctionSettings {
  static func add(to routes: ConsoleRouteTable) {
    routes.page("settings/functions") { request in
      let functions = request.project.blockingFunctions
      let form = request.submitted
      return .settings(
        .functions, request, template: "settings_functions",
        content: Content(
          tabs: SettingsTabs(.functions, request), action: request.path("settings/functions"),
          events: BlockingFunctions.Event.allCases.map { event in
            .init(
              name: event.rawValue, about: request.texts("settings.function.\(event.rawValue)"),
              address: form?[event.rawValue] ?? functions[event]?.functionURI ?? "",
              updatedAt: functions[event].map { request.texts.moment($0.updatedAt) })
          },
          forwardsIDToken: form?.isOn("idToken") ?? functions.forwardsIDToken,
          forwardsAccessToken: form?.isOn("accessToken") ?? functions.forwardsAccessToken,
          forwardsRefreshToken: form?.isOn("refreshToken") ?? functions.forwardsRefreshToken,
          mayChange: request.mayChange(.blockingFunction)))
    }
    routes.action("settings/functions", changing: .blockingFunction, from: "settings/functions") {
      request, form in
      var config = ProjectConfig.BlockingFunctionsConfig()
      var triggers: [String: ProjectConfig.BlockingFunctionsConfig.Trigger] = [:]
      for event in BlockingFunctions.Event.allCases {
        let address = try form.text(event.rawValue, maximum: 2_048)
        guard !address.isEmpty else { continue }
        var trigger = ProjectConfig.BlockingFunctionsConfig.Trigger()
        trigger.functionUri = address
        triggers[event.rawValue] = trigger
      }
      config.triggers = triggers
      config.forwardInboundCredentials = .init()
      config.forwardInboundCredentials?.idToken = form.isOn("idToken")
      config.forwardInboundCredentials?.accessToken = form.isOn("accessToken")
      config.forwardInboundCredentials?.refreshToken = form.isOn("refreshToken")
      var change = ProjectConfig()
      change.blockingFunctions = config
      try await request.change(change, "blockingFunctions")
      return .redirect("settings/functions", notice: "common.saved")
    }
  }

  private struct Content: Sendable {
    struct Event: Sendable {
      let name: String
      let about: String
      let address: String
      let updatedAt: String?
    }

    let tabs: SettingsTabs
    let action: String
    let events: [Event]
    let forwardsIDToken: Bool
    let forwardsAccessToken: Bool
    let forwardsRefreshToken: Bool
    let mayChange: Bool
  }
}
