import Identity

/// The texts of one kind of message in one language.
struct TemplateFiles: Sendable {
  var subject: TemplateText?
  var text: TemplateText?
  var html: TemplateText?
}

extension TemplateFiles {
  /// Parses a project's stored texts, which were checked before they were stored.
  init(_ wording: ProjectMessages.Wording, of kind: MessageKind) {
    subject = wording.subject.flatMap { try? TemplateCheck.subject($0, of: kind) }
    text = wording.text.flatMap { try? TemplateCheck.text($0, of: kind) }
    html = wording.html.flatMap { try? TemplateCheck.html($0, of: kind) }
  }

  /// Returns these texts. A text of `other` replaces the corresponding text. The HTML belongs to its text, so a new
  /// text also removes the old HTML.
  func replaced(by other: TemplateFiles) -> TemplateFiles {
    TemplateFiles(
      subject: other.subject ?? subject, text: other.text ?? text,
      html: other.html ?? (other.text == nil ? html : nil))
  }
}
