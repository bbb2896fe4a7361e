"""The checker sees every defect that it is there for, and none on a good page."""

from checks import Checks
from console.accessibility import DARK, LIGHT, PHONE, Accessibility
from console.bad_pages import DEFECTS, PAGE, STYLE
from console.page_server import PageServer
from console.texts import Catalog

ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16"/></svg>'
# Keeps the focus away from the button.
TRAP = "document.querySelector('button').addEventListener('focus', (event) => event.target.blur())"


class CheckerChecks(Checks):
    """Of the checker itself, on pages that are made bad one by one."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        files = {"/good": ("text/html", PAGE), "/style.css": ("text/css", STYLE), "/trap.js": ("text/javascript", TRAP),
                 "/icon.svg": ("image/svg+xml", ICON), "/broken.svg": ("image/svg+xml", "")}
        self.server = PageServer(files)
        for defect in DEFECTS:
            page = defect.page().replace("PORT", str(self.server.port))
            files[f"/{defect.file}"] = ("text/html", page)
            files[f"/style-{defect.file}.css"] = ("text/css", STYLE + defect.style)
        self.checker = Accessibility(self.browser)

    def close(self):
        self.server.close()

    def check_a_good_page_has_no_problem(self):
        self.browser.go(f"{self.server.base}/good")
        problems = self.checker.problems()
        assert not problems, "\n".join(map(str, problems))

    def check_every_defect_is_seen(self):
        unseen = []
        for defect in DEFECTS:
            self.browser.go(f"{self.server.base}/{defect.file}")
            rules = {each.rule for each in self.checker.problems([PHONE], [DARK if defect.dark_only else LIGHT])}
            if defect.rule not in rules:
                unseen.append(f"{defect.name}: {defect.rule} is not among {rules}")
            if defect.dark_only and self.checker.problems([PHONE], [LIGHT]):
                unseen.append(f"{defect.name} shows in the light")
        assert not unseen, "\n".join(unseen)

    def check_every_mistake_in_words_is_seen(self):
        catalog = Catalog()
        save, same = catalog.by_language["en"]["common.save"], catalog.by_language["vi"]["common.save"]

        def problems(body):
            return catalog.problems(f'<html lang="vi"><br>{body}</html>', "vi")

        for good in (same, "Ada", "github.com", f"<code>{save}</code>", f'<b lang="en">{save}</b>'):
            assert not problems(f"<p>{good}</p>"), good
        for bad in (save, "common.nothing", "{count} users", "Optional(3)", "{{name}}", '["days": "Days"]'):
            assert len(problems(f"<p>{bad}</p>")) == 1, bad
        assert len(problems(f'<code>x</code><input aria-label="{save}">')) == 1
        assert catalog.problems("<html lang='en'></html>", "vi")
