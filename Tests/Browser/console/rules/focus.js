// The keyboard: Tab reaches everything, in the order in which one reads, and shows where it is.

const FOCUS_CONTRAST = 3;
const FOCUS_PIXELS = 2;

/** What Tab should stop at, in order. */
function tabStops() {
  return all(CONTROLS).filter((each) => {
    if (each.tabIndex < 0 || isDisabled(each) || !each.checkVisibility({ visibilityProperty: true })) return false;
    if (each.localName === 'summary' && each.parentElement.querySelector('summary') !== each) return false;
    if (each.type !== 'radio' || !each.name) return true;
    // Of a choice, Tab stops at what is chosen, or at the first.
    const choice = all('input[type="radio"]').filter((other) => other.name === each.name && other.form === each.form);
    return each === (choice.find((other) => other.checked) ?? choice[0]);
  });
}

/** Begins to write down where the focus goes; the first stop, and how many come after it. */
function recordFocus() {
  const stops = tabStops();
  const visits = [];
  document.addEventListener('focusin', (event) => visits.push(event.target), true);
  window.latchkeyFocus = { stops, visits };
  return { first: stops[0] ?? null, more: stops.length - 1 };
}

/** Whether Tab has been at the last stop. What scrolls, and each part of a date, is a stop that nobody counted. */
const isThrough = () => window.latchkeyFocus.visits.includes(window.latchkeyFocus.stops.at(-1));

function checkFocusReached() {
  const { stops, visits } = window.latchkeyFocus;
  const order = [...new Set(visits)].filter((each) => stops.includes(each));
  const missed = stops.filter((each) => !order.includes(each));
  missed.slice(0, 3).forEach((each) => report('unreachable', each, 'is not reached by Tab'));
  order.forEach((each, index) => {
    const next = order[index + 1];
    if (next && stops.indexOf(next) < stops.indexOf(each)) {
      report('focus-order', next, `comes after ${describe(each)}, and is before it on the page`);
    }
  });
}

function checkFocusOrder() {
  const stops = tabStops();
  stops.forEach((each, index) => {
    const next = stops[index + 1];
    if (next && isReadBefore(next, each)) {
      report('focus-order', next, `gets the focus after ${describe(each)}, and is read before it`);
    }
  });
}

/** Whether somebody who reads lines from left to right comes to one before the other. */
function isReadBefore(one, other) {
  if (one.matches('.skip-link') || other.matches('.skip-link') || isForReadersOnly(one) || isForReadersOnly(other)) {
    return false;
  }
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  const slack = 4;
  const isAbove = a.bottom <= b.top + slack;
  const isBelow = a.top >= b.bottom - slack;
  const isRight = a.left >= b.right - slack;
  const isLeft = a.right <= b.left + slack;
  // A column to the right begins further up.
  if (isAbove) return !isRight;
  return !isBelow && isLeft;
}

function checkFocusShows() {
  for (const element of tabStops()) {
    const before = looks(element);
    // As by the keyboard, whatever was used last.
    element.focus({ focusVisible: true });
    if (document.activeElement !== element) {
      report('unreachable', element, 'takes no focus');
      continue;
    }
    const after = looks(element);
    const isOutlined = after.some(({ outline }) => outline);
    const isShadowed = after.some(({ shadow }, index) => shadow !== before[index].shadow);
    if (!isOutlined && !isShadowed) report('focus-visible', element, 'looks the same with the focus');
    else if (isOutlined && clippedSides(element) > 2) {
      report('focus-visible', element, 'has an outline that is cut off');
    }
  }
  document.activeElement?.blur();
}

/** What may show the focus: the outline of the element or of what is drawn over it, and its shadow. */
function looks(element) {
  return [null, '::before', '::after'].map((part) => {
    const style = getComputedStyle(element, part);
    const around = backdrop(element.parentElement) ?? [255, 255, 255, 1];
    const isDrawn = !part || style.content !== 'none';
    const isThere = isDrawn && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= FOCUS_PIXELS;
    const outline = isThere && contrast(over(rgba(style.outlineColor), around), around) >= FOCUS_CONTRAST;
    return { outline, shadow: style.boxShadow };
  });
}

function clippedSides(element) {
  const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
  if (outlineStyle === 'none') return 0;
  const reach = parseFloat(outlineOffset) + 1;
  if (reach + parseFloat(outlineWidth) <= 0) return 0;
  const box = element.getBoundingClientRect();
  let most = 0;
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
    if (getComputedStyle(each).overflowX === 'visible') continue;
    const frame = each.getBoundingClientRect();
    const sides = [box.left - reach < frame.left, box.right + reach > frame.right,
      box.top - reach < frame.top, box.bottom + reach > frame.bottom];
    most = Math.max(most, sides.filter(Boolean).length);
  }
  return most;
}
