import WebPages

/// `activity`: sign-ups and sign-ins, failures and their reasons, the audit log, and the server's health.
struct ActivitySection: ConsoleSection {
  let resources = ConsoleResources(
    templates: [
      "activity": PackageResources.activity_mustache,
      "failures": PackageResources.failures_mustache,
      "audit": PackageResources.audit_mustache,
      "audit_verification": PackageResources.audit_verification_mustache,
      "health": PackageResources.health_mustache,
    ],
    partials: [
      "activity_tabs": PackageResources.activity_tabs_mustache,
      "stacked_bars": PackageResources.stacked_bars_mustache,
      "audit_log": PackageResources.audit_log_mustache,
    ],
    texts: [
      "activity": .init(
        en: PackageResources.activity_en_json, ja: PackageResources.activity_ja_json,
        vi: PackageResources.activity_vi_json),
      "failures": .init(
        en: PackageResources.failures_en_json, ja: PackageResources.failures_ja_json,
        vi: PackageResources.failures_vi_json),
      "audit": .init(
        en: PackageResources.audit_en_json, ja: PackageResources.audit_ja_json,
        vi: PackageResources.audit_vi_json),
      "health": .init(
        en: PackageResources.health_en_json, ja: PackageResources.health_ja_json,
        vi: PackageResources.health_vi_json),
    ],
    assets: ["audit_verification.js": .script(PackageResources.audit_verification_js)])

  func add(to routes: ConsoleRouteTable) {
    routes.page("activity", ActivityPage.show)
    routes.page("activity/failures", FailuresPage.show)
    routes.page("activity/audit", AuditPage.show)
    // A POST, although it changes nothing: it is expensive, and a link must not start it.
    routes.action(
      "activity/audit/verify", requires: .viewer, from: "activity/audit", AuditVerificationPage.verify)
    routes.page("activity/health", ofServer: true, HealthPage.show)
  }
}
