// What a page is made of: title, language, headings, landmarks, references, pictures, tables, notices.

function checkStructure() {
  checkDocument();
  checkHeadings();
  checkLandmarks();
  checkReferences();
  checkPictures();
  all('table').forEach(checkTable);
  checkNotices();
  checkInline();
}

function checkDocument() {
  if (!document.title.trim()) report('title', null, 'has no title');
  if (!/^[a-z]{2}(-|$)/.test(document.documentElement.lang)) report('lang', null, 'does not say its language');
  if (!document.querySelector('meta[name="viewport"]')) report('viewport', null, 'is as wide as on a desk');
  const first = document.body.querySelector(CONTROLS);
  const target = first?.matches('a[href^="#"]') && document.getElementById(first.hash.slice(1));
  if (!target || target.localName !== 'main') report('skip-link', first, 'is first, and does not lead to main');
  else if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) report('skip-link', target, 'takes no focus');
}

function checkHeadings() {
  const headings = shown('h1, h2, h3, h4, h5, h6');
  const firsts = headings.filter((each) => each.localName === 'h1');
  if (firsts.length !== 1) report('h1', firsts[1] ?? null, `has ${firsts.length} headings of the first level`);
  let level = 0;
  for (const heading of headings) {
    const next = Number(heading.localName[1]);
    if (next > level + 1) report('heading-order', heading, `comes after a heading of level ${level}`);
    if (!heading.textContent.trim()) report('heading-empty', heading, 'says nothing');
    level = next;
  }
}

function checkLandmarks() {
  const mains = shown('main');
  if (mains.length !== 1) report('main', null, `has ${mains.length} main parts`);
  if (shown('body > header').length !== 1) report('header', null, 'has no header of its own');
  const names = new Set();
  for (const nav of shown('nav, [role="navigation"]')) {
    const name = nameOf(nav);
    if (!name) report('nav-name', nav, 'has no name');
    else if (names.has(name)) report('nav-name', nav, `has another's name, ${name}`);
    names.add(name);
  }
  const places = 'header, nav, main, footer, aside, dialog, .skip-link, script, style, noscript';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() && !parent.closest(places) && isShown(parent)) {
      report('landmark', parent, 'is in no landmark');
    }
  }
}

const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-errormessage',
  'aria-activedescendant', 'aria-details', 'for', 'form', 'list', 'headers'];

function checkReferences() {
  const ids = new Set();
  for (const element of all('[id]')) {
    const id = element.getAttribute('id');
    if (ids.has(id)) report('id-unique', element, `has another's id, ${id}`);
    if (!id || /\s/.test(id)) report('id-unique', element, 'has an id that nothing can name');
    ids.add(id);
  }
  for (const attribute of REFERENCES) {
    for (const element of all(`[${attribute}]`)) {
      const names = element.getAttribute(attribute).split(/\s+/).filter(Boolean);
      if (!names.length) report('reference', element, `${attribute} names nothing`);
      for (const id of names) {
        if (!ids.has(id)) report('reference', element, `${attribute} names ${id}, which is not there`);
      }
    }
  }
  for (const link of all('a[href^="#"]')) {
    const id = decodeURIComponent(link.hash.slice(1));
    if (!ids.has(id)) report('reference', link, `leads to ${id}, which is not there`);
  }
  for (const element of all('[aria-invalid="true"]')) {
    if (!element.matches('[aria-describedby], [aria-errormessage]')) {
      report('error-told', element, 'is wrong, and nothing says what');
    }
  }
}

function checkPictures() {
  for (const image of all('img')) {
    if (!image.hasAttribute('alt')) report('alt', image, 'has no alt');
    else if (isShown(image) && image.complete && !image.naturalWidth) report('alt', image, 'did not load');
  }
  for (const drawing of all('svg').filter((each) => !each.parentElement.closest('svg'))) {
    if (drawing.closest('[aria-hidden="true"]')) continue;
    const isNamed = drawing.getAttribute('role') === 'img' && (!isShown(drawing) || nameOf(drawing));
    if (!isNamed) report('alt', drawing, 'is neither a named img nor hidden');
  }
  for (const frame of all('iframe')) {
    if (!frame.title.trim()) report('frame-title', frame, 'has no title');
  }
}

function checkTable(table) {
  if (!table.caption?.textContent.trim() && !table.matches('[aria-label], [aria-labelledby]')) {
    report('table-caption', table, 'has no caption');
  }
  if (!table.querySelector('th')) report('table-scope', table, 'has no heading cell');
  for (const cell of all('th', table)) {
    if (!['col', 'row', 'colgroup', 'rowgroup'].includes(cell.getAttribute('scope'))) {
      report('table-scope', cell, 'has no scope');
    }
    if (!cell.textContent.trim()) report('table-heading', cell, 'says nothing');
  }
  const columns = table.tHead?.rows[0]?.cells.length;
  for (const row of all('tbody > tr', table)) {
    const cells = [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0);
    if (columns && cells !== columns) report('table-columns', row, `has ${cells} cells of ${columns}`);
  }
  // A table that is laid out as cards must still be one to a screen reader.
  const cell = all('tbody td', table).find(isShown);
  if (cell && !['cell', 'gridcell'].includes(cell.computedRole)) {
    report('table-role', table, `is no table any more: its cells are ${cell.computedRole || 'nothing'}`);
  }
}

function checkNotices() {
  for (const notice of all('.notice')) {
    const role = notice.getAttribute('role');
    if (!['alert', 'status', 'note'].includes(role)) report('notice-role', notice, `has the role ${role}`);
  }
  for (const group of all('fieldset')) {
    const legend = [...group.children].find((each) => each.localName === 'legend');
    if (!legend?.textContent.trim()) report('legend', group, 'has no legend');
  }
  const groups = Map.groupBy(all('input[type="radio"]'), (each) => each.name);
  for (const [name, buttons] of groups) {
    if (!buttons[0].closest('fieldset, [role="radiogroup"]')) {
      report('legend', buttons[0], `is one of a choice, ${name}, that has no name`);
    }
  }
}

/** What the Content-Security-Policy would not let through, and what it lets through today by its absence. */
function checkInline() {
  for (const element of all('[style]')) report('inline', element, 'has a style of its own');
  for (const element of all('style')) report('inline', element, 'is a style in the page');
  for (const element of all('script:not([src])')) {
    if (!/json/.test(element.type)) report('inline', element, 'is a script in the page');
  }
  for (const element of all('*')) {
    const handler = element.getAttributeNames().find((each) => each.startsWith('on'));
    if (handler) report('inline', element, `has the handler ${handler}`);
  }
  for (const entry of performance.getEntries()) {
    if (!['resource', 'navigation'].includes(entry.entryType) || !/^https?:/.test(entry.name)) continue;
    if (new URL(entry.name).origin !== location.origin) report('origin', null, `asked for ${entry.name}`);
  }
}
