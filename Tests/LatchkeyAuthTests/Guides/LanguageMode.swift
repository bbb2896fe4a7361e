#if canImport(GuideSnippets)
  import GuideSnippets
  import GuideSnippetsSwift5
  import GuideStage

  /// The language modes in which the guides' code is compiled.
  enum LanguageMode: Int, CaseIterable, Sendable {
    case swift5 = 5
    case swift6 = 6

    var guides: any GuideModule {
      switch self {
      case .swift5: GuideSnippetsSwift5.Guides()
      case .swift6: GuideSnippets.Guides()
      }
    }
  }
#endif
