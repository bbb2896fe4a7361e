// What fits: nothing is wider than the window, and no text is cut off, or broken where it is short.

// Letters of a word that has room on a phone.
const SHORT = 14;

function checkLayout() {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    report('too-wide', null, `is ${document.documentElement.scrollWidth} px wide in a window of ${width} px`);
  }
  const wide = all('body *').filter((each) => each.getBoundingClientRect().right > width + 0.5
    && isShown(each) && !isForReadersOnly(each) && !scroller(each));
  // The outermost one says enough.
  wide.filter((each) => !wide.includes(each.parentElement)).forEach((each) => {
    report('too-wide', each, `ends at ${Math.round(each.getBoundingClientRect().right)} of ${width} px`);
  });
  // What is typed into a field may be longer than the field.
  for (const element of all('body :not(input, textarea, select)')) {
    if (element.scrollWidth <= element.clientWidth + 1 || !element.clientWidth) continue;
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (!['hidden', 'clip'].includes(overflowX) || textOverflow === 'ellipsis') continue;
    if (isShown(element) && !isForReadersOnly(element)) report('cut-off', element, 'is cut off at its right');
  }
}

/** Short words in one piece, where there are only words. */
function checkWords() {
  for (const element of shown('.badge, .button, button, th, label, legend, summary, h1, h2, h3')) {
    const words = element.textContent.trim().split(/\s+/);
    if (element.childElementCount || isForReadersOnly(element) || words.some((each) => each.length > SHORT)) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
    if (lines.size > words.length) report('word-broken', element, `has ${lines.size} lines`);
  }
}

function scroller(element) {
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
    if (getComputedStyle(each).overflowX !== 'visible') return each;
  }
  return null;
}
