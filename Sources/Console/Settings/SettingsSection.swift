/// The project's settings, with one page per subject.
struct SettingsSection: ConsoleSection {
  let resources = ConsoleResources(
    templates: [
      "settings_general": PackageResources.settings_general_mustache,
      "settings_domains": PackageResources.settings_domains_mustache,
      "settings_apps": PackageResources.settings_apps_mustache,
      "settings_app": PackageResources.settings_app_mustache,
      "settings_accounts": PackageResources.settings_accounts_mustache,
      "settings_sessions": PackageResources.settings_sessions_mustache,
      "settings_keys": PackageResources.settings_keys_mustache,
      "settings_functions": PackageResources.settings_functions_mustache,
      "settings_webhooks": PackageResources.settings_webhooks_mustache,
      "settings_webhook": PackageResources.settings_webhook_mustache,
      "settings_limits": PackageResources.settings_limits_mustache,
      "settings_service_accounts": PackageResources.settings_service_accounts_mustache,
      "settings_service_account": PackageResources.settings_service_account_mustache,
      "settings_tokens": PackageResources.settings_tokens_mustache,
      "settings_delivery": PackageResources.settings_delivery_mustache,
      "settings_branding": PackageResources.settings_branding_mustache,
      "settings_secret": PackageResources.settings_secret_mustache,
    ],
    partials: [
      "settings_tabs": PackageResources.settings_tabs_mustache,
      "settings_webhook_fields": PackageResources.settings_webhook_fields_mustache,
    ],
    texts: [
      "settings": .init(
        en: PackageResources.settings_en_json, ja: PackageResources.settings_ja_json,
        vi: PackageResources.settings_vi_json)
    ])

  func add(to routes: ConsoleRouteTable) {
    GeneralSettings.add(to: routes)
    DomainSettings.add(to: routes)
    AppSettings.add(to: routes)
    AccountSettings.add(to: routes)
    SessionSettings.add(to: routes)
    SigningKeySettings.add(to: routes)
    FunctionSettings.add(to: routes)
    WebhookSettings.add(to: routes)
    LimitSettings.add(to: routes)
    MailDeliverySettings.add(to: routes)
    SMSDeliverySettings.add(to: routes)
    BrandingSettings.add(to: routes)
    ServiceAccountSettings.add(to: routes)
    AdministratorTokenSettings.add(to: routes)
  }
}
