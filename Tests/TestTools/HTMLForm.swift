import IdentityWire

/// A form of a page, to be filled in and sent as a browser does.
public struct HTMLForm: Sendable {
  public struct File: Sendable {
    public let name: String
    public let contentType: String
    public let text: String
  }

  public let action: String
  public let method: String
  public let isMultipart: Bool
  /// What is sent, as the page has it filled in.
  public var fields: [(name: String, value: String)]
  public var files: [(field: String, file: File)] = []
  /// Every name that a control of the form has, also of those that are not sent as they are.
  public let names: Set<String>
  /// Names and values of the buttons; a name may be empty.
  public let buttons: [(name: String, value: String, text: String)]

  public init(_ form: HTMLElement) {
    action = form["action"] ?? ""
    method = (form["method"] ?? "get").uppercased()
    isMultipart = form["enctype"] == "multipart/form-data"
    var fields: [(name: String, value: String)] = []
    var names: Set<String> = []
    for control in form.all where control["disabled"] == nil {
      guard let name = control["name"], control.name != "button" else { continue }
      switch (control.name, control["type"] ?? "text") {
      case ("input", "checkbox"), ("input", "radio"):
        names.insert(name)
        if control["checked"] != nil { fields.append((name, control["value"] ?? "on")) }
      case ("input", "file"), ("input", "submit"): names.insert(name)
      case ("input", _):
        names.insert(name)
        fields.append((name, control["value"] ?? ""))
      case ("textarea", _):
        names.insert(name)
        fields.append(
          (name, control.rawText.hasPrefix("\n") ? String(control.rawText.dropFirst()) : control.rawText))
      case ("select", _):
        names.insert(name)
        let options = control.all("option")
        let chosen = options.filter { $0["selected"] != nil }
        let sent = control["multiple"] != nil ? chosen : [chosen.last ?? options.first].compactMap(\.self)
        fields += sent.map { (name, $0["value"] ?? $0.text) }
      default: continue
      }
    }
    self.fields = fields
    self.names = names
    buttons = form.all("button").map { ($0["name"] ?? "", $0["value"] ?? "", $0.text) }
  }

  public subscript(name: String) -> String? {
    get { fields.last { $0.name == name }?.value }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Chooses a file.
  public mutating func choose(
    _ field: String, name: String, contentType: String = "text/plain", _ text: String
  ) {
    files.append((field, File(name: name, contentType: contentType, text: text)))
  }

  static let boundary = "----LatchkeyFormBoundary7MA4YWxkTrZu0gW"

  package var contentType: String {
    isMultipart ? "multipart/form-data; boundary=\(Self.boundary)" : "application/x-www-form-urlencoded"
  }

  package var body: String {
    guard isMultipart else { return FormURLEncoded(fields).text }
    func part(_ disposition: String, _ content: String) -> String {
      "--\(Self.boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }
    let texts = fields.map { part("name=\"\($0.name)\"", $0.value) }
    let chosen = files.map { choice in
      part(
        "name=\"\(choice.field)\"; filename=\"\(choice.file.name)\"\r\nContent-Type: \(choice.file.contentType)",
        choice.file.text)
    }
    return (texts + chosen).joined() + "--\(Self.boundary)--\r\n"
  }
}
