import Identity

extension ProjectFileEditor {
  /// Sets the project's apps to those of the file. An app that the file lacks is removed only with
  /// ``prunes``.
  mutating func applyApps(_ members: FileMembers, to project: inout Project) throws(IdentityError) {
    guard let named = try members.mapping("apps") else { return }
    guard named.count <= ProjectFile.maximumApps else {
      throw .inFile(members.path("apps"), "A project may have \(ProjectFile.maximumApps) apps in a file.")
    }
    let names = Set(named.map(\.name))
    let others = project.apps.filter { !names.contains($0.nameInFile) }
    if prunes {
      project.apps.removeAll { app in others.contains { $0.nameInFile == app.nameInFile } }
    } else if !others.isEmpty {
      let list = others.map(\.nameInFile).joined(separator: ", ")
      notes.append("\(members.path("apps")): \(list) stay, though the file does not name them.")
    }
    for (name, value) in named {
      let path = "\(members.path("apps"))/\(name.prefix(300))"
      let file = try FileMembers(value == .null ? .object([:]) : value, at: path, names: Self.appNames)
      let app = try app(name, file, in: project)
      try IdentityError.at(path) { () throws(IdentityError) in try app.check() }
      if let index = project.apps.firstIndex(where: { $0.nameInFile == name }) {
        project.apps[index] = app
      } else {
        project.apps.append(app)
      }
    }
    guard Set(project.apps.map(\.appID)).count == project.apps.count else {
      throw .inFile(members.path("apps"), "Two apps have one appId.")
    }
  }

  private static let appNames = ["appId", "clientId", "displayName"]

  private func app(_ name: String, _ members: FileMembers, in project: Project) throws(IdentityError) -> App {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let id = parts.count == 2 ? String(parts[1]) : nil
    guard let platform = parts.first.flatMap({ App.Platform(rawValue: String($0)) }),
      (platform == .ios || platform == .android) == (id != nil)
    else {
      throw .inFile(members.path, "Apps are named web, desktop, ios:BUNDLE or android:PACKAGE.")
    }
    let known = project.apps.first { $0.nameInFile == name }
    let appID =
      try members.text("appId") ?? known?.appID ?? administration.appID(for: platform, in: project)
    guard Self.isAppID(appID) else {
      throw .inFile(members.path("appId"), "An app id looks like 1:123456789012:web:0123456789abcdef.")
    }
    var app = known ?? App(platform: platform, appID: appID)
    app.appID = appID
    if platform == .ios { app.bundleID = id }
    if platform == .android { app.packageName = id }
    app.clientID =
      try members.text("clientId") ?? known?.clientID
      ?? (platform == .ios ? administration.clientID(in: project) : nil)
    app.displayName = try members.text("displayName")
    return app
  }

  /// `1:<project number>:<platform>:<letters and digits>`
  private static func isAppID(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return text.utf8.count <= 128 && parts.count == 4
      && parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy(SecretReference.isWordByte) }
  }
}
