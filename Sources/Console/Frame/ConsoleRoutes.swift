extension Console {
  /// The areas of the console, in no order that counts. Each brings its own pages, templates, texts and scripts.
  static let allSections: [any ConsoleSection] = [
    OverviewSection(), UsersSection(), SignInMethodsSection(), TemplatesSection(), SettingsSection(),
    TenantsSection(), ActivitySection(), InboxSection(),
  ]

  /// What there is beside them, of no project.
  static let allRoots: [any RootSection] = developmentRoots + [SignInRoutes(), AdministratorRoutes()]

  /// The same of a development server, where nobody signs in.
  static let developmentRoots: [any RootSection] = [FrameRoutes(), ProjectCreation()]
}
