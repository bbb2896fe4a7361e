import Identity
import IdentityWire

/// A project's values for the command line, without its secrets.
struct ProjectDescription {
  let project: Project

  init(_ project: Project) { self.project = project }

  var json: JSONValue {
    [
      "projectId": .string(project.id.rawValue), "projectNumber": .string(project.number),
      "displayName": project.displayName.map { .string($0) } ?? .null,
      "apiKeys": .array(project.apiKeys.map { .string($0) }),
      "authorizedDomains": .array(project.authorizedDomains.map { .string($0) }),
      "issuer": .string(project.issuer),
      "formerIssuers": .array(
        project.formerIssuers.map {
          ["issuer": .string($0.issuer), "acceptedUntil": .string($0.acceptedUntil.iso8601)]
        }),
      "signingAlgorithm": .string(project.tokenAlgorithm.rawValue),
      "apps": .array(
        project.apps.map { app in
          var members: [String: JSONValue] = [
            "platform": .string(app.platform.rawValue), "appId": .string(app.appID),
          ]
          members["bundleId"] = app.bundleID.map { .string($0) }
          members["packageName"] = app.packageName.map { .string($0) }
          members["clientId"] = app.clientID.map { .string($0) }
          members["displayName"] = app.displayName.map { .string($0) }
          return .object(members)
        }),
      "providers": .array(
        project.providers.map {
          [
            "providerId": .string($0.providerID), "enabled": .bool($0.enabled),
            "clientId": .string($0.clientID),
          ]
        }),
    ]
  }

  var text: String {
    var table = TextTable(header: ["Project", project.id.rawValue])
    table.rows = [
      ["Name", project.displayName ?? ""], ["Number", project.number],
      ["API keys", project.apiKeys.joined(separator: ", ")], ["Issuer", project.issuer],
      ["Signing algorithm", project.tokenAlgorithm.rawValue],
      ["Domains", project.authorizedDomains.joined(separator: ", ")],
    ]
    table.rows += project.apps.map { app in
      [
        "App (\(app.platform.rawValue))",
        [app.bundleID ?? app.packageName, app.appID, app.clientID].compactMap { $0 }.joined(separator: "  "),
      ]
    }
    table.rows += project.providers.map {
      ["Provider", "\($0.providerID) (\($0.enabled ? "enabled" : "disabled"))"]
    }
    return table.text
  }
}
