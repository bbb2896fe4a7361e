// What can be used: that it has a name, is not in another, and is large enough to hit.

const TARGET_PIXELS = 24;

// Rows of a table are alike, and to ask for a name takes a while.
const ROWS = 10;

/** What is the same however wide the page is. */
function checkNames() {
  shown(CONTROLS).filter((each) => !(each.closest('tbody > tr')?.sectionRowIndex >= ROWS)).forEach(checkName);
}

function checkControls() {
  const controls = shown(CONTROLS);
  for (const control of controls) {
    const around = control.parentElement.closest(CONTROLS);
    if (around) report('nested', control, `is inside of ${describe(around)}`);
    if (control.tabIndex > 0) report('tabindex', control, `has the tabindex ${control.tabIndex}`);
    if (control.tabIndex < 0 && !isDisabled(control)) report('unreachable', control, 'is out of reach of Tab');
  }
  checkTargets(controls);
}

function checkName(control) {
  const name = nameOf(control);
  if (!name) return report('name', control, 'has no name');
  // Users of voice control say the label that they see.
  const seen = control.matches('a, button, summary') ? control.innerText.trim().replace(/\s+/g, ' ') : '';
  if (!name.toLowerCase().includes(seen.toLowerCase())) report('name', control, `is called ${name}, not what it says`);
  if (!control.matches('input, select, textarea') || ['submit', 'button', 'image'].includes(control.type)) return;
  const isLabelled = [...control.labels].some((each) => each.textContent.trim());
  if (!isLabelled && !control.matches('[aria-label], [aria-labelledby]')) {
    report('label', control, 'has no label; a hint inside of it goes away');
  }
}

/** A target that is smaller must have so much room around it that no finger hits another (WCAG 2.2, 2.5.8). */
function checkTargets(controls) {
  const targets = controls.filter((each) => !isDisabled(each) && !isForReadersOnly(each) && !isOffPage(each))
    .map((element) => ({ element, box: targetBox(element) }));
  const isSmall = ({ box }) => box.width < TARGET_PIXELS - 0.5 || box.height < TARGET_PIXELS - 0.5;
  const small = targets.filter(isSmall);
  for (const one of small) {
    if (isInSentence(one.element)) continue;
    const near = targets.find((other) => other !== one && !one.element.contains(other.element)
      && !other.element.contains(one.element) && !areNeverTogether(one.element, other.element)
      && isTooNear(one.box, other, isSmall(other)));
    if (!near) continue;
    const size = `${Math.round(one.box.width)} × ${Math.round(one.box.height)} px`;
    report('target-size', one.element, `is ${size}, and ${describe(near.element)} is next to it`);
  }
}

function isOffPage(element) {
  const { bottom, right } = element.getBoundingClientRect();
  return bottom + scrollY <= 0 || right + scrollX <= 0;
}

/** The label of a box that is ticked is a part of what can be hit. */
function targetBox(element) {
  const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());
  const left = Math.min(...boxes.map((each) => each.left));
  const top = Math.min(...boxes.map((each) => each.top));
  const right = Math.max(...boxes.map((each) => each.right));
  const bottom = Math.max(...boxes.map((each) => each.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

function isInSentence(element) {
  if (!getComputedStyle(element).display.startsWith('inline') || element.localName !== 'a') return false;
  const block = element.parentElement;
  return [...block.childNodes].some((each) => each !== element && each.nodeType === Node.TEXT_NODE && each.data.trim());
}

function isTooNear(box, other, otherIsSmall) {
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const radius = TARGET_PIXELS / 2 - 0.5;
  if (otherIsSmall) {
    const x = other.box.left + other.box.width / 2 - middle.x;
    const y = other.box.top + other.box.height / 2 - middle.y;
    return Math.hypot(x, y) < 2 * radius;
  }
  const x = Math.max(other.box.left - middle.x, 0, middle.x - other.box.right);
  const y = Math.max(other.box.top - middle.y, 0, middle.y - other.box.bottom);
  return Math.hypot(x, y) < radius;
}
