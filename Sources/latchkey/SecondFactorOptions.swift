import ArgumentParser
import Foundation
import Identity

/// The second factors that a project's users may enrol, and whether they are required.
struct SecondFactorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whether users may enrol second factors (enabled), need one to sign in (mandatory), or cannot enrol any (disabled).",
      valueName: "state"))
  var secondFactors: MultiFactorSettings.State?

  @Option(
    help: ArgumentHelp(
      """
      The time from which users without a second factor cannot sign in, such as 2027-01-31T00:00:00Z, or "now".
      """, valueName: "moment"))
  var secondFactorsFrom: GracePeriodEnd?

  @Flag(inversion: .prefixedNo, help: "Whether text messages can be second factors.")
  var textMessageFactors: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether authenticator apps can be second factors.")
  var authenticatorApps: Bool?

  func apply(to settings: inout MultiFactorSettings) {
    if let secondFactors { settings.state = secondFactors }
    if let secondFactorsFrom { settings.mandatoryFrom = secondFactorsFrom.moment }
    if let textMessageFactors { settings.allowsPhone = textMessageFactors }
    switch authenticatorApps {
    case true?: settings.totp = settings.totp ?? settings.suspendedTOTP ?? .init()
    case false?:
      settings.suspendedTOTP = settings.totp ?? settings.suspendedTOTP
      settings.totp = nil
    case nil: break
    }
    if settings.totp != nil { settings.suspendedTOTP = nil }
  }

  static func rows(of settings: MultiFactorSettings) -> [[String]] {
    var kinds: [String] = []
    if settings.allowsPhone { kinds.append("text messages") }
    if settings.totp != nil { kinds.append("authenticator apps") }
    let from = settings.mandatoryFrom.map { ", from \($0.date.formatted(.iso8601))" } ?? ""
    return [
      ["Second factors", settings.state.argument + (settings.state == .mandatory ? from : "")],
      ["Kinds of second factors", kinds.isEmpty ? "none" : kinds.joined(separator: ", ")],
    ]
  }
}

/// The end of a grace period as typed on the command line.
struct GracePeriodEnd: ExpressibleByArgument {
  /// Nil for none.
  let moment: Instant?

  init?(argument: String) {
    guard argument != "now" else {
      moment = nil
      return
    }
    guard let moment = Instant(iso8601: argument), Instant.ofAccounts.contains(moment) else { return nil }
    self.moment = moment
  }
}

extension MultiFactorSettings.State: ExpressibleByArgument {
  var argument: String { rawValue.lowercased() }

  public init?(argument: String) { self.init(rawValue: argument.uppercased()) }

  public static var allValueStrings: [String] { ["disabled", "enabled", "mandatory"] }
}
