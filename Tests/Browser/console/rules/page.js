// What every rule needs: what can be seen, how an element is called in a report, and what was found.

const found = [];

/** One defect: the rule that it breaks, the element, and what is wrong with it. */
function report(rule, element, what) {
  found.push({ rule, where: describe(element), what });
}

function describe(element) {
  if (!element) return 'the page';
  // A form's own properties may be hidden by its fields.
  const id = element.hasAttribute('id') ? `#${element.getAttribute('id')}` : '';
  const name = element.getAttribute('name') ? `[name="${element.getAttribute('name')}"]` : '';
  const classes = [...element.classList].map((each) => `.${each}`).join('');
  const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
  return `${element.localName}${id || name || classes}${text ? ` “${text}”` : ''}`;
}

/** Whether it takes room on the page; what is in a closed disclosure does not. */
function isShown(element) {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** Whether it is there for screen readers alone: cut down to a pixel. */
function isForReadersOnly(element) {
  for (let each = element; each; each = each.parentElement) {
    const { overflowX, position } = getComputedStyle(each);
    if (position !== 'absolute' || overflowX === 'visible') continue;
    const { width, height } = each.getBoundingClientRect();
    if (width <= 1 && height <= 1) return true;
  }
  return false;
}

const isDisabled = (element) => Boolean(element.closest(':disabled, [aria-disabled="true"], [inert]'));

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const shown = (selector) => all(selector).filter(isShown);

const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"],'
  + ' [role="link"], [role="checkbox"], [role="switch"], [role="tab"], [role="menuitem"], [tabindex="0"]';

/** The name that a screen reader says; the browser works it out by the rules for labels and ARIA. */
function nameOf(element) {
  if (element.computedName === undefined) throw new Error('The browser does not tell accessible names.');
  return element.computedName.trim();
}

/** By what was opened: the name of those of which only one is ever open at a time. */
const exclusive = new Map();

/** Opens what is closed, so that its contents are checked as well; the way back to how it was. */
function openAll() {
  const closed = all('details:not([open])').filter((each) => each.checkVisibility());
  closed.forEach((each) => {
    if (each.hasAttribute('name')) exclusive.set(each, each.getAttribute('name'));
    each.removeAttribute('name');
    each.open = true;
  });
  return () => closed.forEach((each) => {
    each.open = false;
    if (exclusive.has(each)) each.setAttribute('name', exclusive.get(each));
  });
}

/** Whether two elements are never there together. */
function areNeverTogether(one, other) {
  const [a, b] = [one, other].map((each) => each.closest('details'));
  const isContent = [one, other].some((each) => each.localName !== 'summary');
  return isContent && a !== b && exclusive.has(a) && exclusive.get(a) === exclusive.get(b);
}
