import ArgumentParser
import Foundation
import Identity

/// The issuer of a project's ID tokens, and the time for which the server still accepts previous issuers.
struct IssuerOptions: ParsableArguments {
  @Option(
    name: .customLong("issuer"),
    help: """
      The issuer of new ID tokens: an https address that no other project uses, or "default" for \
      https://securetoken.google.com/<id>. The official Admin SDKs accept only the default. With https://SERVER/<id>, \
      verifiers can discover this server's keys from the issuer.
      """)
  var address: String?

  @Option(
    name: .customLong("issuer-grace"),
    help: ArgumentHelp(
      "How long tokens with former issuers are still accepted: 0s to 30d. With --issuer alone: 1d.",
      valueName: "duration"))
  var duration: SecondsOption?

  func validate() throws {
    guard let duration else { return }
    guard let seconds = duration.seconds, Project.issuerGracePeriods.contains(seconds) else {
      throw ValidationError("--issuer-grace must be from 0s to 30d.")
    }
  }

  var areGiven: Bool { address != nil || duration != nil }

  /// The grace period in seconds.
  var grace: Int64 { duration?.seconds ?? Project.usualIssuerGracePeriod }

  /// Returns the project's new issuer; nil for the official issuer.
  func issuer(of project: Project) -> String? {
    guard let address else { return project.tokenIssuer }
    return address == "default" ? nil : address
  }

  static func rows(of project: Project, now: Instant) -> [[String]] {
    let former = project.formerIssuers.filter { now < $0.acceptedUntil }
    return [["Issuer", project.issuer]]
      + former.map { ["Former issuer", "\($0.issuer) until \($0.acceptedUntil.date.formatted(.iso8601))"] }
  }
}
