// Contrast: of text with what is behind it, of controls' borders and of charts' shapes with what is around them.

const TEXT_CONTRAST = 4.5;
const LARGE_CONTRAST = 3;
const SHAPE_CONTRAST = 3;

const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const colours = new Map();

/** Any CSS colour as red, green, blue of 255, and an opacity of 1. */
function rgba(text) {
  if (!colours.has(text)) {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = text;
    pixel.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
    colours.set(text, [red, green, blue, alpha / 255]);
  }
  return colours.get(text);
}

function over(top, bottom) {
  const alpha = top[3];
  return [0, 1, 2].map((each) => top[each] * alpha + bottom[each] * (1 - alpha)).concat(1);
}

function luminance(colour) {
  const [red, green, blue] = colour.slice(0, 3).map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** What is behind an element's content; nothing where a picture is. */
function backdrop(element) {
  const layers = [];
  for (let each = element; each; each = each.parentElement) {
    const style = getComputedStyle(each);
    if (style.backgroundImage !== 'none' && !each.matches('select')) return null;
    const colour = rgba(style.backgroundColor);
    if (colour[3] > 0) layers.push(colour);
    if (colour[3] === 1) break;
  }
  return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
}

function opacityOf(element) {
  let opacity = 1;
  for (let each = element; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
  return opacity;
}

function checkColours() {
  const texts = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (walker.currentNode.data.trim()) texts.add(walker.currentNode.parentElement);
  }
  for (const element of texts) {
    if (element.closest('script, style, option, noscript') || !isShown(element)) continue;
    if (isForReadersOnly(element) || isDisabled(element)) continue;
    checkText(element, getComputedStyle(element), '');
  }
  for (const element of all('body *')) {
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(element, part);
      if (/"[^"]*\S[^"]*"/.test(style.content) && isShown(element) && !isForReadersOnly(element)) {
        checkText(element, style, part);
      }
    }
  }
  shown('input, select, textarea').filter((each) => !isDisabled(each)).forEach(checkField);
  shown('button, .button, summary').filter((each) => !isDisabled(each)).forEach(checkBorder);
  shown('svg').filter((each) => !each.closest('[aria-hidden="true"]')).forEach(checkDrawing);
}

function checkText(element, style, part) {
  const isDrawn = element instanceof SVGElement;
  const behind = isDrawn ? behindDrawnText(element) : backdrop(element);
  if (!behind) return report('contrast', element, 'is on a picture, where contrast is luck');
  const colour = [...rgba(isDrawn ? style.fill : style.color)];
  colour[3] *= opacityOf(element);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const ratio = contrast(over(colour, behind), behind);
  if (ratio < (isLarge ? LARGE_CONTRAST : TEXT_CONTRAST)) {
    report('contrast', element, `${part} has a contrast of ${ratio.toFixed(2)}`.trim());
  }
}

/** A label may lie on a bar that was drawn before it. */
function behindDrawnText(text) {
  const { left, top, width, height } = text.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const drawing = text.closest('svg');
  let behind = backdrop(drawing);
  for (const shape of all('rect, circle, path, polygon', text.ownerSVGElement)) {
    const box = shape.getBoundingClientRect();
    const isBefore = shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (!isBefore || x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    const { fill, fillOpacity } = getComputedStyle(shape);
    if (fill === 'none' || !behind) continue;
    const colour = [...rgba(fill)];
    colour[3] *= Number(fillOpacity);
    behind = over(colour, behind);
  }
  return behind;
}

function checkField(field) {
  if (['checkbox', 'radio', 'range', 'color', 'image'].includes(field.type)) return;
  checkText(field, getComputedStyle(field), '');
  if (field.placeholder) checkText(field, getComputedStyle(field, '::placeholder'), '::placeholder');
  checkBorder(field);
}

/** A control with a frame must be seen by it, or by its own colour. */
function checkBorder(control) {
  const style = getComputedStyle(control);
  if (style.borderTopStyle === 'none' || parseFloat(style.borderTopWidth) === 0) {
    if (!control.matches('input, select, textarea')) return;
  }
  const around = backdrop(control.parentElement);
  const inside = backdrop(control);
  if (!around || !inside) return;
  const border = style.borderTopStyle === 'none' ? around : over(rgba(style.borderTopColor), around);
  const ratio = Math.max(contrast(border, around), contrast(inside, around));
  if (ratio < SHAPE_CONTRAST) report('border', control, `has a contrast of ${ratio.toFixed(2)} with what is around`);
}

const SHAPES = 'rect, circle, ellipse, path, line, polyline, polygon';

/** Each shape of a chart but the lines that only help to read it. */
function checkDrawing(drawing) {
  const around = backdrop(drawing);
  if (!around) return;
  for (const shape of all(SHAPES, drawing)) {
    if (shape.closest('defs, clipPath, mask, .chart-line') || !isShown(shape)) continue;
    const paints = paintsOf(shape).filter((each) => each[3] > 0);
    if (!paints.length) continue;
    const ratio = Math.max(...paints.map((each) => contrast(over(each, around), around)));
    if (ratio < SHAPE_CONTRAST) report('chart', shape, `has a contrast of ${ratio.toFixed(2)} with what is around`);
  }
}

/** The colours of a shape; of a pattern, those of its own shapes. */
function paintsOf(shape) {
  const style = getComputedStyle(shape);
  return [[style.fill, style.fillOpacity], [style.stroke, style.strokeOpacity]].flatMap(([paint, opacity]) => {
    if (paint === 'none') return [];
    const pattern = /^url\("#(.+)"\)/.exec(paint)?.[1];
    if (pattern) return all(SHAPES, document.getElementById(pattern) ?? shape).flatMap(paintsOf);
    const colour = [...rgba(paint)];
    colour[3] *= Number(opacity) * opacityOf(shape);
    return [colour];
  });
}
