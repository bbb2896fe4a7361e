import Foundation
import Identity
import IdentityWire

/// `methods/phone`: sign-in by a texted code, and test numbers, which receive no messages.
struct PhoneMethod: Sendable {
  private struct Content: Sendable {
    struct Number: Sendable {
      let number: String
      let code: String
      let label: String
    }

    let tabs: [MethodsTab.Link]
    let back: String
    let lead: String
    let action: String
    /// False in a tenant.
    let canSignIn: Bool
    let fields: [SettingField]
    let numbers: [Number]
    let isEmpty: Bool
    let canAdd: Bool
    let add: String
    let remove: String
    let newFields: [SettingField]
    let regions: String
  }

  /// The maximum number of test numbers that the domain allows.
  private static let maximumCount = 10

  func add(to routes: ConsoleRouteTable) {
    routes.page("methods/phone") { request in
      ConsolePage(
        section: .methods, title: request.texts("methods.phone"), template: "methods_phone",
        content: Self.content(request))
    }
    routes.action("methods/phone", from: "methods/phone") { request, form in
      guard request.tenant == nil else { throw WireError.badRequest("OPERATION_NOT_ALLOWED") }
      let isEnabled = form.isOn("enabled")
      try await Self.change(request, "enabled") { $0.enabled = isEnabled }
      return .redirect("methods", notice: "common.saved")
    }
    routes.action("methods/phone/numbers", from: "methods/phone") { request, form in
      let number = try Self.number(try form.text("number", maximum: 40))
      let code = try form.text("code", maximum: 40)
      try await Self.setCode(code, of: number, request)
      return .redirect("methods/phone", notice: "common.saved")
    }
    routes.action("methods/phone/numbers/remove", from: "methods/phone") { request, form in
      try await Self.setCode(nil, of: try Self.number(try form.text("number", maximum: 40)), request)
      return .redirect("methods/phone", notice: "common.saved")
    }
  }

  private static func content(_ request: ConsoleRequest) -> Content {
    let texts = request.texts
    let settings = request.signIn
    let numbers = settings.testPhoneNumbers.sorted { $0.key < $1.key }
    return Content(
      tabs: MethodsTab.links(nil, request), back: request.path("methods"),
      lead: texts(request.tenant == nil ? "methods.phone.lead" : "methods.phone.tenantLead"),
      action: request.path("methods/phone"),
      canSignIn: request.tenant == nil,
      fields: [
        .toggle(
          "enabled", texts("methods.phone.enabled"), request.ticked("enabled", settings.phoneEnabled),
          hint: texts("methods.phone.hint"))
      ],
      numbers: numbers.map {
        .init(number: $0.key, code: $0.value, label: texts("methods.phone.remove", ["number": $0.key]))
      }, isEmpty: numbers.isEmpty, canAdd: numbers.count < maximumCount,
      add: request.path("methods/phone/numbers"), remove: request.path("methods/phone/numbers/remove"),
      newFields: [
        .text(
          "number", texts("common.phone"), request.submitted?["number"] ?? "",
          hint: texts("methods.phone.numberHint")),
        .text(
          "code", texts("methods.phone.code"), request.submitted?["code"] ?? "",
          hint: texts("methods.phone.codeHint")),
      ], regions: request.path("methods/regions"))
  }

  /// The number as a part of a mask's path. Only digits may follow the plus.
  private static func number(_ text: String) throws -> String {
    let compact = text.filter { !" -().".contains($0) }
    guard compact.first == "+", (2...16).contains(compact.utf8.count),
      compact.dropFirst().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw WireError.badRequest("INVALID_TESTING_PHONE_NUMBER", text) }
    return compact
  }

  /// Changes one number alone, so that two administrators do not undo each other's changes.
  private static func setCode(_ code: String?, of number: String, _ request: ConsoleRequest) async throws {
    let numbers = code.map { [number: $0] }
    try await request.configure(
      project: ["signIn.phoneNumber.testPhoneNumbers.\(number)"],
      { config in
        config.signIn = .init()
        config.signIn?.phoneNumber = .init()
        config.signIn?.phoneNumber?.testPhoneNumbers = numbers
      }, tenant: ["testPhoneNumbers.\(number)"]
    ) { $0.testPhoneNumbers = numbers }
  }

  private static func change(
    _ request: ConsoleRequest, _ field: String,
    _ change: (inout ProjectConfig.SignInConfig.PhoneNumber) -> Void
  ) async throws {
    try await request.configure(
      project: ["signIn.phoneNumber.\(field)"],
      { config in
        var phone = ProjectConfig.SignInConfig.PhoneNumber()
        change(&phone)
        config.signIn = .init()
        config.signIn?.phoneNumber = phone
      }, tenant: []
    ) { _ in }
  }
}
