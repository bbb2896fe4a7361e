import HTTPTypes
import Identity
import IdentityWire
import Operations
import Texts

extension ConsolePipeline {
  /// The maximum number of projects or tenants in a menu.
  private static let menuLength = 50

  func frame(around page: ConsolePage, _ exchange: Exchange) async -> FrameView {
    let texts = exchange.texts
    let administrator = exchange.administrator
    let project = administrator == nil ? nil : exchange.project
    let tenant = project == nil ? nil : exchange.tenant
    let tenantQuery = tenant.map { "?tenant=" + ConsolePath.encode($0.id.rawValue) } ?? ""
    let role = administrator?.role(in: project?.id.rawValue)
    return FrameView(
      lang: texts.language.rawValue, title: page.title, csrfToken: exchange.visitor.session.csrfToken,
      revision: exchange.revision ?? project.map { SettingsRevision.text($0, tenant) },
      base: project.map { ConsolePath.project($0.id.rawValue) } ?? ConsolePath.root,
      tenant: tenant?.id.rawValue,
      tenantQuery: tenantQuery, projectID: project?.id.rawValue, administrator: administrator?.name,
      role: role.map { texts("frame.role.\($0.rawValue)") }, canEdit: role.map { $0 >= .editor } ?? false,
      isOwner: role == .owner, isServerOwner: administrator?.rights.everywhere == .owner,
      isDevelopment: domain.development, canSignOut: exchange.visitor.canSignOut,
      hasNavigation: project != nil,
      navigation: project.map { navigation($0, page.section, tenantQuery, texts) } ?? [],
      accountLinks: accountLinks(administrator, texts),
      projects: await projects(project, administrator, texts),
      tenants: await tenants(of: project, tenant, page.section, texts),
      languages: Language.ofConsole.map {
        .init(tag: $0.rawValue, name: $0.name, isCurrent: $0 == texts.language)
      },
      here: here(exchange), notice: notice(exchange), problem: exchange.problem, scripts: page.scripts,
      isCentered: exchange.isCentered)
  }

  /// The areas that have a page.
  private func navigation(
    _ project: Project, _ current: NavigationItem, _ tenantQuery: String, _ texts: ConsoleTexts
  ) -> [FrameView.Link] {
    NavigationItem.allCases.filter { item in
      (item != .inbox || domain.inbox != nil) && routes.contains { $0.path == item.path && $0.method == .get }
    }
    .map { item in
      let base = ConsolePath.project(project.id.rawValue)
      return FrameView.Link(
        title: texts("frame.section.\(item.rawValue)"),
        path: (item.path.isEmpty ? base : "\(base)/\(item.path)") + (item.isOfProject ? "" : tenantQuery),
        isCurrent: item == current, name: item.rawValue, about: texts("frame.about.\(item.rawValue)"))
    }
  }

  private func accountLinks(_ administrator: SignedInAdministrator?, _ texts: ConsoleTexts) -> [FrameView
    .Link]
  {
    guard let administrator else { return [] }
    let pages: [(name: String, path: String, isOpen: Bool)] = [
      ("administrators", AdministratorRoutes.path, administrator.rights.everywhere == .owner),
      ("sessions", SessionRoutes.path, true),
    ]
    return pages.filter { page in page.isOpen && rootRoutes.contains { $0.path == page.name } }.map { page in
      .init(
        title: texts("frame.section.\(page.name)"), path: page.path, isCurrent: false, name: page.name)
    }
  }

  private func projects(
    _ current: Project?, _ administrator: SignedInAdministrator?, _ texts: ConsoleTexts
  ) async -> FrameView.Switcher? {
    guard let administrator, let all = try? await domain.projects(for: administrator) else { return nil }
    let links = all.prefix(Self.menuLength).map { project in
      FrameView.Link(
        title: project.displayName ?? project.id.rawValue, path: ConsolePath.project(project.id.rawValue),
        isCurrent: project.id == current?.id, name: project.id.rawValue)
    }
    let every = FrameView.Link(
      title: texts("frame.allProjects"), path: ConsolePath.root, isCurrent: current == nil)
    return .init(
      current: current.map { $0.displayName ?? $0.id.rawValue } ?? texts("frame.allProjects"),
      links: links + [every])
  }

  /// The menu of tenants; nil if the project has none. Each entry links to the current area, if this area has
  /// tenants.
  private func tenants(
    of project: Project?, _ current: Tenant?, _ section: NavigationItem, _ texts: ConsoleTexts
  ) async -> FrameView.Switcher? {
    guard let project,
      let found = try? await domain.service.projects.tenants(
        in: project.id, after: nil, limit: Self.menuLength),
      current != nil || !found.isEmpty
    else { return nil }
    let base = ConsolePath.project(project.id.rawValue)
    let area = section.isOfProject ? .users : section
    let path = routes.contains { $0.path == area.path && $0.method == .get } ? "\(base)/\(area.path)" : base
    let links = found.map { tenant in
      FrameView.Link(
        title: tenant.displayName ?? tenant.id.rawValue,
        path: path + "?tenant=" + ConsolePath.encode(tenant.id.rawValue), isCurrent: tenant.id == current?.id,
        name: tenant.id.rawValue)
    }
    let none = FrameView.Link(title: texts("frame.noTenant"), path: path, isCurrent: current == nil)
    return .init(
      current: current.map { $0.displayName ?? $0.id.rawValue } ?? texts("frame.noTenant"),
      links: [none] + links)
  }

  private func here(_ exchange: Exchange) -> String {
    let path =
      exchange.here
      ?? (exchange.incoming.request.method == .get ? exchange.incoming.address : ConsolePath.root)
    return ConsolePath.isInside(path) ? path : ConsolePath.root
  }

  /// The text for the key in the cookie. Anyone could have written the cookie, so an unknown key is ignored.
  private func notice(_ exchange: Exchange) -> String? {
    guard exchange.incoming.request.method == .get, let key = exchange.incoming.cookie(Exchange.Notice.cookie)
    else {
      return nil
    }
    exchange.notice = .shown
    return exchange.texts.text(key)
  }
}
