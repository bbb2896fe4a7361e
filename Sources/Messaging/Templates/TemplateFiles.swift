import Identity

/// Somebody's words for one kind of message in one language.
struct TemplateFiles: Sendable {
  var subject: TemplateText?
  var text: TemplateText?
  var html: TemplateText?
}

extension TemplateFiles {
  /// Of a project's words what can be read, which all of it can.
  init(_ wording: ProjectMessages.Wording, of kind: MessageKind) {
    subject = wording.subject.flatMap { try? TemplateCheck.subject($0, of: kind) }
    text = wording.text.flatMap { try? TemplateCheck.text($0, of: kind) }
    html = wording.html.flatMap { try? TemplateCheck.html($0, of: kind) }
  }

  /// These, with another's in place of what they are. An HTML belongs to its text: beside another text it would say
  /// something else.
  func replaced(by other: TemplateFiles) -> TemplateFiles {
    TemplateFiles(
      subject: other.subject ?? subject, text: other.text ?? text,
      html: other.html ?? (other.text == nil ? html : nil))
  }
}
