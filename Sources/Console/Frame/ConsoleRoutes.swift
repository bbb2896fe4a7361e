extension Console {
  /// The areas of the console, in any order. Each has its own pages, templates, texts and scripts.
  static let allSections: [any ConsoleSection] = [
    OverviewSection(), UsersSection(), SignInMethodsSection(), TemplatesSection(), SettingsSection(),
    TenantsSection(), ActivitySection(), InboxSection(),
  ]

  /// The pages outside projects.
  static let allRoots: [any RootSection] =
    developmentRoots + [
      SignInRoutes(), ReauthenticationRoutes(), SessionRoutes(), AdministratorRoutes(),
      OpenIDSettingsRoutes(),
    ]

  /// The pages outside projects on a development server, which has no sign-in.
  static let developmentRoots: [any RootSection] = [FrameRoutes(), ProjectCreation()]
}
