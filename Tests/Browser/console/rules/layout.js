// What fits: nothing is wider than the window, and no text is cut off.

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

function scroller(element) {
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
    if (getComputedStyle(each).overflowX !== 'visible') return each;
  }
  return null;
}
