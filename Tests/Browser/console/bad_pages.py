"""A small page without a defect, and what to do to it for each defect that the checker is to see."""

import dataclasses

STYLE = """
body { margin: 0; background: #ffffff; color: #1a2230; font: 16px/1.5 sans-serif; }
a { color: #2f55c8; }
.skip-link { position: absolute; left: 1rem; top: -4rem; }
.skip-link:focus { top: 0.5rem; }
header, nav, main { padding: 1rem; }
input, select, button {
  min-height: 40px; border: 1px solid #535e71; background: #ffffff; color: #1a2230; font: inherit;
}
:focus-visible { outline: 3px solid #2f55c8; outline-offset: 2px; }
.readers { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
"""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A good page</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip-link" href="#main">Skip to the content</a>
<header><p>Latchkey</p></header>
<nav aria-label="Parts"><a href="/">Home</a></nav>
<main id="main" tabindex="-1">
<h1>A good page</h1>
<p class="notice" role="status">Saved.</p>
<p>Text with <a href="/there">a link</a> in it.</p>
<form>
<p><label for="mail">E-mail</label> <input id="mail" type="email" aria-describedby="mail-hint"></p>
<p id="mail-hint">Of a person.</p>
<fieldset><legend>Colour</legend>
<label><input type="radio" name="colour" value="red"> Red</label>
<label><input type="radio" name="colour" value="blue"> Blue</label>
</fieldset>
<p><button>Save</button></p>
</form>
<h2>A table</h2>
<table><caption>Users</caption>
<thead><tr><th scope="col">Name</th><th scope="col">State</th></tr></thead>
<tbody><tr><th scope="row">Ada</th><td>on</td></tr></tbody></table>
<img src="/icon.svg" alt="" width="20" height="20">
<svg role="img" aria-label="Sign-ins" width="40" height="20"><rect width="9" height="20" fill="#2f55c8"/></svg>
<details><summary>More</summary><p>Of it, and <a href="/more">even more</a>.</p></details>
</main>
</body>
</html>
"""


@dataclasses.dataclass(frozen=True)
class Defect:
    """What makes the page bad: a piece of it replaced, something more in its main part, or more style."""

    rule: str
    name: str
    old: str = ""
    new: str = ""
    more: str = ""
    style: str = ""
    dark_only: bool = False

    def page(self):
        assert self.old in PAGE, self.name
        page = PAGE.replace(self.old, self.new, 1) if self.old else PAGE
        page = page.replace("</main>", f"{self.more}\n</main>")
        return page.replace("/style.css", f"/style-{self.file}.css")

    @property
    def file(self):
        return self.name.replace(" ", "-")


LINES = '<svg role="img" aria-label="Lines" width="40" height="20">'

DEFECTS = [
    Defect("title", "no title", "A good page</title>", "</title>"),
    Defect("lang", "no language", ' lang="en"', ""),
    Defect("viewport", "no viewport", '<meta name="viewport" content="width=device-width, initial-scale=1">', ""),
    Defect("skip-link", "no skip link", '<a class="skip-link" href="#main">Skip to the content</a>', ""),
    Defect("skip-link", "skip link to what takes no focus", ' tabindex="-1"', ""),
    Defect("h1", "no first heading", "<h1>A good page</h1>", ""),
    Defect("h1", "two first headings", more="<h1>Another</h1>"),
    Defect("heading-order", "a level left out", "h2>", "h3>"),
    Defect("heading-empty", "an empty heading", more='<h2><img src="/icon.svg" alt=""></h2>'),
    Defect("main", "no main part", '<main id="main" tabindex="-1">', '<div id="main" tabindex="-1">'),
    Defect("header", "no header", "<header><p>Latchkey</p></header>", ""),
    Defect("nav-name", "a nameless nav", ' aria-label="Parts"', ""),
    Defect("nav-name", "two navs of one name", more='<nav aria-label="Parts"><a href="/other">Other</a></nav>'),
    Defect("landmark", "text outside of landmarks", "</body>", "<p>Lost</p></body>"),
    Defect("id-unique", "an id twice", more='<p id="mail">Again</p>'),
    Defect("reference", "a description that is not there", ' id="mail-hint"', ""),
    Defect("reference", "a label of nothing", more='<p><label for="nobody">Nobody</label></p>'),
    Defect("reference", "a link to nothing here", more='<p>To <a href="#nowhere">nowhere</a></p>'),
    Defect("error-told", "an error untold", 'type="email" aria-describedby="mail-hint"', 'aria-invalid="true"'),
    Defect("alt", "a picture without alt", ' alt=""', ""),
    Defect("alt", "a picture that is not there", "/icon.svg\" alt", "/broken.svg\" alt"),
    Defect("alt", "a nameless drawing", ' aria-label="Sign-ins"', ""),
    Defect("frame-title", "a nameless frame", more='<iframe src="/icon.svg"></iframe>'),
    Defect("table-caption", "no caption", "<caption>Users</caption>", ""),
    Defect("table-scope", "no scope", ' scope="row"', ""),
    Defect("table-scope", "no heading cells", more="<table><caption>One</caption><tr><td>1</td></tr></table>"),
    Defect("table-heading", "an empty heading cell", ">State</th>", "></th>"),
    Defect("table-columns", "a cell too few", "<td>on</td>", ""),
    Defect("table-role", "a list for a table", "<td>on</td>", '<td role="presentation">on</td>'),
    Defect("notice-role", "a silent notice", ' role="status"', ""),
    Defect("legend", "a nameless choice", "<legend>Colour</legend>", ""),
    Defect("legend", "a choice in no group", more='<label><input type="radio" name="lone"> Lone</label>'),
    Defect("inline", "a style attribute", more='<p style="color: red">Red</p>'),
    Defect("inline", "a style element", more="<style>p { margin: 0 }</style>"),
    Defect("inline", "a script", more="<script>window.evil = 1</script>"),
    Defect("inline", "a handler", "<button>", '<button onclick="evil()">'),
    Defect("origin", "a stranger's picture", more='<img src="http://127.0.0.2:PORT/icon.svg" alt="">'),
    Defect("name", "a nameless button", "<button>Save</button>", "<button><b></b></button>",
           style="button { width: 40px }"),
    Defect("name", "a nameless link", ">Home</a>", '><img src="/icon.svg" alt="" width="30"></a>'),
    Defect("name", "another name", "<button>Save", '<button aria-label="Store">Save'),
    Defect("name", "a nameless field", '<label for="mail">E-mail</label>', ""),
    Defect("label", "a hint for a label", '<label for="mail">E-mail</label> <input ', "<input placeholder='E-mail' "),
    Defect("nested", "a button in a link", ">Home</a>", '>Home <span role="button" tabindex="0">x</span></a>'),
    Defect("tabindex", "a place in the order", "<button>", '<button tabindex="1">'),
    Defect("target-size", "small neighbours", more="<p><button>a</button><button>b</button></p>",
           style="p > button { min-height: 0; height: 18px; width: 18px; padding: 0 }"),
    Defect("too-wide", "a wide block", more='<p class="wide">Wide</p>', style=".wide { width: 2000px }"),
    Defect("too-wide", "an endless word", more=f"<p>{'endless' * 40}</p>"),
    Defect("too-wide", "a wide disclosure", "Of it, and", f"{'endless' * 40}"),
    Defect("cut-off", "text cut off", more=f'<p class="cut">{"cut" * 99}</p>', style=".cut { overflow: hidden }"),
    Defect("word-broken", "a narrow button", style="button { width: 30px; overflow-wrap: anywhere }"),
    Defect("contrast", "pale text", more='<p class="pale">Pale</p>', style=".pale { color: #8a8a8a }"),
    Defect("contrast", "faded text", more='<p class="faded">Faded</p>', style=".faded { opacity: 0.5 }"),
    Defect("contrast", "pale text in a disclosure", style="details a { color: #9ab }"),
    Defect("contrast", "pale words of the style", style="h2::after { content: 'new'; color: #aaa; font-size: 1rem }"),
    Defect("contrast", "a pale hint", "<input id", '<input placeholder="you" id',
           style="::placeholder { color: #aaa; opacity: 1 }"),
    Defect("contrast", "a picture behind text", style="header { background: linear-gradient(#fff, #000) }"),
    Defect("contrast", "black in the dark", style="@media (prefers-color-scheme: dark) { body { background: #111 } }",
           dark_only=True),
    Defect("contrast", "pale text in a drawing", more=f'{LINES}<text y="15" fill="#bbb">9</text></svg>'),
    Defect("border", "a pale field", style="input { border-color: #ddd !important }"),
    Defect("chart", "a pale bar", 'fill="#2f55c8"', 'fill="#d0d9f5"'),
    Defect("chart", "a pale pattern", more=f"""{LINES}<defs><pattern id="pale" width="4" height="4">
           <rect width="4" height="4" fill="#eee"/></pattern></defs><path d="M0 0H20V20H0Z" fill="url(#pale)"/></svg>"""),
    Defect("unreachable", "a button that is none", more='<p><span role="button">Press</span></p>'),
    Defect("unreachable", "a focus that goes away", more='<script src="/trap.js"></script>'),
    Defect("focus-order", "columns turned around",
           more='<div class="turned"><a href="/1">One</a><a href="/2">Two</a></div>',
           style=".turned { display: flex; flex-direction: row-reverse; gap: 2rem }"),
    Defect("focus-visible", "no outline", style=":focus-visible { outline: none }"),
    Defect("focus-visible", "a pale outline", style=":focus-visible { outline-color: #ccd }"),
    Defect("focus-visible", "an outline cut off", "<p><button>", '<p class="tight"><button>',
           style=".tight { overflow: hidden; width: max-content } .tight button { display: block }"),
]
