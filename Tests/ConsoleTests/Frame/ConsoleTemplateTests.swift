import TestSupport
import Testing

@testable import Console

@Suite("The console's templates")
struct ConsoleTemplateTests {
  @Test("T34: nothing in a template is unescaped, inline or from elsewhere")
  func strict() throws {
    for resource in ConsoleTextTests.resources {
      for (name, bytes) in resource.templates.merging(resource.partials, uniquingKeysWith: { $1 }) {
        let template = String(decoding: bytes, as: UTF8.self)
        #expect(!template.contains("{{{") && !template.contains("{{&"), "\(name) has something unescaped")
        #expect(
          template.firstMatch(of: /<style|\sstyle=|\son[a-z]+=|javascript:/) == nil,
          "\(name) has something inline")
        #expect(
          template.firstMatch(of: /<script(?! type="module" src="\/)/) == nil, "\(name) has a script inside")
        #expect(
          template.firstMatch(of: /(?:src|action|href)="(?:https?:)?\/\//) == nil, "\(name) leads elsewhere")
      }
    }
  }

  @Test("every form that changes something carries the CSRF field")
  func csrf() throws {
    for resource in ConsoleTextTests.resources {
      for (name, bytes) in resource.templates.merging(resource.partials, uniquingKeysWith: { $1 }) {
        let template = String(decoding: bytes, as: UTF8.self)
        for form in template.split(separator: "<form ").dropFirst() {
          let body = form.prefix(upTo: form.range(of: "</form>")?.lowerBound ?? form.endIndex)
          guard body.contains("method=\"post\"") else { continue }
          #expect(body.contains("{{frame.csrf}}"), "a form in \(name) has no {{frame.csrf}}")
        }
      }
    }
  }

  @Test("every action's page is there, and has no parameters that the action lacks")
  func actions() {
    for route in ConsoleRoute.all {
      guard case .action(let from, _, _) = route.work else { continue }
      guard let page = ConsoleRoute.all.first(where: { $0.path == from && $0.method == .get }) else {
        Issue.record("\(route.path) comes from \(from), which is no page")
        continue
      }
      #expect(Set(page.parameterNames).isSubset(of: Set(route.parameterNames)), "\(route.path)")
      #expect(page.role <= route.role, "\(route.path) can be done by who cannot see \(from)")
    }
  }

  @Test("no two pages share a path")
  func unique() {
    let names = ConsoleRoute.all.map { "\($0.method) \($0.path)" }
    #expect(Set(names).count == names.count)
  }
}

extension ConsoleRoute {
  static var all: [ConsoleRoute] {
    let table = ConsoleRouteTable()
    for section in Console.allSections { section.add(to: table) }
    return table.routes
  }
}
