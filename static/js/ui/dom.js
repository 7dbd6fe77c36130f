/**
 * Building DOM without templates: text only ever goes in as text.
 * @module
 */

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * An element. Properties that start with "on" are listeners, `class` is the class attribute,
 * `data` sets data-*, true/false toggle an attribute; everything else is set as an attribute.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>|null} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key === "data") Object.assign(element.dataset, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** @param {Element} parent @param {Child[]} children */
function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replace what an element holds.
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/**
 * Set text only when it differs, so that screen readers and animations are left alone.
 * @param {Element} element
 * @param {string|number} text
 */
export function setText(element, text) {
  const wanted = String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

/**
 * The server's SVG (a QR code) as an element; anything that isn't one SVG is refused.
 * @param {string} source
 * @returns {SVGElement|null}
 */
export function parseSvg(source) {
  const parsed = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  return parsed instanceof SVGElement && !parsed.querySelector("script") ? parsed : null;
}
