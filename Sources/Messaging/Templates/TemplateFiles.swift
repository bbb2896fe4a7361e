/// An operator's words for one kind of message in one language.
struct TemplateFiles: Sendable {
  var subject: TemplateText?
  var text: TemplateText?
  var html: TemplateText?
}
