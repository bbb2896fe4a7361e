import WebPages

/// The resources of every page.
enum FrameResources {
  static let all = ConsoleResources(
    templates: ["confirm": PackageResources.confirm_mustache, "problem": PackageResources.problem_mustache],
    partials: [
      "layout": PackageResources.console_layout_mustache,
      "navigation": PackageResources.console_navigation_mustache,
    ],
    texts: [
      "frame": .init(
        en: PackageResources.frame_en_json, ja: PackageResources.frame_ja_json,
        vi: PackageResources.frame_vi_json),
      "common": .init(
        en: PackageResources.common_en_json, ja: PackageResources.common_ja_json,
        vi: PackageResources.common_vi_json),
    ],
    assets: ["console.css": .styleSheet(PackageResources.console_css)])
}
