import Identity
import IdentityWire
import Secrets

extension ProjectFileEditor {
  private static let maximumNameLength = 64

  /// Sets the project's webhooks to those of the file. A webhook that the file lacks is removed only with
  /// ``prunes``.
  mutating func applyWebhooks(_ members: FileMembers, to project: inout Project) throws(IdentityError) {
    guard let named = try members.mapping("webhooks") else { return }
    let names = Set(named.map(\.name))
    let others = project.webhooks.map(\.nameInFile).filter { !names.contains($0) }
    if prunes {
      project.webhooks.removeAll { !names.contains($0.nameInFile) }
    } else if !others.isEmpty {
      notes.append(
        "\(members.path("webhooks")): \(others.sorted().joined(separator: ", ")) stay, though the file does not name them."
      )
    }
    for (name, value) in named {
      let path = "\(members.path("webhooks"))/\(name.prefix(100))"
      guard (1...Self.maximumNameLength).contains(name.utf8.count),
        name.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || SecretReference.isWordByte($0) })
      else { throw .inFile(path, "A webhook's name is 1 to 64 letters, digits, hyphens and underscores.") }
      let file = try FileMembers(value, at: path, names: ProjectDocument.webhookNames)
      if let index = project.webhooks.firstIndex(where: { $0.nameInFile == name }) {
        try apply(file, to: &project.webhooks[index], of: project.id, isNew: false)
      } else {
        let id = administration.random.alphanumeric(20)
        var webhook = Webhook(id: id, name: name, url: "", secrets: [], createdAt: now)
        try apply(file, to: &webhook, of: project.id, isNew: true)
        project.webhooks.append(webhook)
      }
    }
    guard project.webhooks.count <= Webhook.maximumCount else {
      throw .inFile(
        members.path("webhooks"), "A project may have at most \(Webhook.maximumCount) webhooks.")
    }
  }

  private mutating func apply(
    _ file: FileMembers, to webhook: inout Webhook, of project: ProjectID, isNew: Bool
  ) throws(IdentityError) {
    let secretName = ProjectDocument.secretName
    var described = file.members
    described[secretName] = nil
    let config = try FileMembers.message(WebhookConfig.self, .object(described), at: file.path)
    let change = try IdentityError.at(file.path) { () throws(IdentityError) in
      var change = try config.change()
      guard let url = config.url else { throw .refused(.invalidWebhook, "The address is missing: url.") }
      change.url = url
      change.description = config.description ?? ""
      change.kinds = change.kinds ?? []
      change.includesUser = config.includesUser ?? true
      // A webhook that the server turned off stays off until its address changes or an administrator turns it
      // on.
      let isWanted = config.enabled ?? true
      let isMoved = !webhook.isEnabled && !url.utf8.elementsEqual(webhook.url.utf8)
      change.isEnabled = isWanted != webhook.isWanted || (isWanted && isMoved) ? isWanted : nil
      try administration.webhooks.check(change)
      return change
    }
    change.apply(to: &webhook, now: now)
    let path = file.path(secretName)
    guard !file.names(secretName) || file[secretName] != nil else {
      throw .inFile(
        path, "A webhook always has a secret. Remove the line, or say where to take the secret from.")
    }
    let stored = try projects.secret(of: webhook, in: project)
    switch try secret(file.members[secretName], at: path, stored: stored?.text) {
    case .replaced(let text)?:
      guard let secret = WebhookSecret(text) else {
        throw .inFile(path, "The secret has to be whsec_ and the Base64 of 24 to 64 bytes.")
      }
      if stored?.text.equals(secret.text.reveal()) != true {
        try set(secret, of: &webhook, in: project)
      }
    case .removed?, nil:
      guard isNew else { return }
      let secret = WebhookSecret(random: administration.random)
      try set(secret, of: &webhook, in: project)
      newSecrets.append((path, secret.text))
    }
  }

  /// Sets a webhook's secret. The former secret remains valid for another day, as after every change of a secret.
  private func set(_ secret: WebhookSecret, of webhook: inout Webhook, in project: ProjectID)
    throws(IdentityError)
  {
    let sealed = try projects.seal(secret, for: webhook.id, in: project)
    webhook.replaceSecret(with: sealed, keepingFormer: WebhookAdministration.overlap, now: now)
  }
}
