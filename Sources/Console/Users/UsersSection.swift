import WebPages

/// The users: search, view, change, import and export.
struct UsersSection: ConsoleSection {
  let resources = ConsoleResources(
    templates: [
      "users": PackageResources.users_mustache,
      "users_selection": PackageResources.users_selection_mustache,
      "users_selection_result": PackageResources.users_selection_result_mustache,
      "users_user": PackageResources.users_user_mustache,
      "users_new": PackageResources.users_new_mustache,
      "users_edit": PackageResources.users_edit_mustache,
      "users_password": PackageResources.users_password_mustache,
      "users_claims": PackageResources.users_claims_mustache,
      "users_trail": PackageResources.users_trail_mustache,
      "users_import": PackageResources.users_import_mustache,
      "users_import_job": PackageResources.users_import_job_mustache,
      "users_export": PackageResources.users_export_mustache,
      "users_export_job": PackageResources.users_export_job_mustache,
    ],
    partials: [
      "users_profile_fields": PackageResources.users_profile_fields_mustache,
      "users_events": PackageResources.users_events_mustache,
    ],
    texts: [
      "users": .init(
        en: PackageResources.users_en_json, ja: PackageResources.users_ja_json,
        vi: PackageResources.users_vi_json),
      "transfer": .init(
        en: PackageResources.transfer_en_json, ja: PackageResources.transfer_ja_json,
        vi: PackageResources.transfer_vi_json),
    ],
    assets: ["users.js": .script(PackageResources.users_js)])

  func add(to routes: ConsoleRouteTable) {
    UserListPage().add(to: routes)
    UserSelection().add(to: routes)
    UserPage().add(to: routes)
    UserForms().add(to: routes)
    UserActions().add(to: routes)
    UserTrailPage().add(to: routes)
    UserImportPages().add(to: routes)
    UserExportPage().add(to: routes)
  }
}
