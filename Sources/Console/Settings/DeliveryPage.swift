import Identity

/// A page with the settings of a mail server or SMS gateway, and a form that sends a test message.
struct DeliveryPage: Sendable {
  /// The form of a test message.
  struct Test: Sendable {
    let title: String
    let action: String
    let label: String
    let hint: String
    let button: String
    /// The type of the control.
    let kind: String
    let recipient: String
  }

  let tabs: SettingsTabs
  let lead: String
  let action: String
  let fields: [SettingField]
  let mayChange: Bool
  /// Nil if the project has no server or gateway of its own.
  let test: Test?
  /// Nil for text messages, and if no mails are sent.
  let sender: SenderDomainView?

  static func page(
    _ tab: SettingsTab, _ destination: DataDestination, _ request: ConsoleRequest, fields: [SettingField],
    kind: String, isOwn: Bool, sender: SenderDomainView? = nil
  ) -> ConsolePage {
    let texts = request.texts
    let prefix = "settings.\(tab.rawValue)"
    return .settings(
      tab, request, template: "settings_delivery",
      content: DeliveryPage(
        tabs: SettingsTabs(tab, request), lead: texts("\(prefix).lead"), action: request.path(tab.path),
        fields: fields, mayChange: request.mayChange(destination),
        test: !isOwn
          ? nil
          : Test(
            title: texts("\(prefix).test"), action: request.path("\(tab.path)/test"),
            label: texts("\(prefix).recipient"), hint: texts("\(prefix).testHint"),
            button: texts("settings.sendTest"), kind: kind,
            recipient: request.submitted("test")?["recipient"] ?? ""),
        sender: sender))
  }
}

extension ConsoleRequest {
  /// The field's value in the rejected form, if the rejected form is `form`. Otherwise the stored value.
  func filled(_ form: String, _ name: String, _ stored: String) -> String {
    submitted(form).map { $0[name] ?? "" } ?? stored
  }
}
