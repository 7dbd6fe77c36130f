/**
 * Tap-tap and drag on the own cards, by pointer events: touch, mouse and pen alike.
 * @module
 */

const DRAG_PX = 8;

/**
 * @param {HTMLElement[]} cards the buttons by position
 * @param {{enabled: () => boolean, swap: (first: number, second: number, dragged: boolean) => void}} options
 *   positions; `dragged`: the finger carried the first there
 * @returns {{clear: () => void}} forget what is selected or dragged
 */
export function swapGestures(cards, { enabled, swap }) {
  /** @type {number|null} */
  let selected = null;
  /** @type {{pointer: number, position: number, x: number, y: number, moving: boolean}|null} */
  let drag = null;
  /** @type {number|null} */
  let over = null;

  /** @param {number|null} position */
  function select(position) {
    selected = position;
    cards.forEach((card, at) => {
      card.classList.toggle("selected", at === position);
      card.classList.toggle("target", position !== null && at !== position);
      card.setAttribute("aria-pressed", String(at === position));
    });
  }

  /** @param {number} position */
  function tap(position) {
    if (!enabled()) return;
    if (selected === null) select(position);
    else if (selected === position) select(null);
    else {
      const first = selected;
      select(null);
      swap(first, position, false);
    }
  }

  /** @param {number} x @param {number} y @returns {number|null} */
  function positionAt(x, y) {
    const found = cards.findIndex((card) => {
      const box = card.getBoundingClientRect();
      const inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
      return inside && card !== (drag && cards[drag.position]);
    });
    return found < 0 ? null : found;
  }

  /** @param {number|null} position */
  function hover(position) {
    if (over !== null) cards[over]?.classList.remove("drop");
    over = position;
    if (over !== null) cards[over]?.classList.add("drop");
  }

  function endDrag() {
    if (drag === null) return;
    const card = cards[drag.position];
    card?.classList.remove("dragged");
    card?.style.removeProperty("transform");
    hover(null);
    drag = null;
  }

  cards.forEach((card, position) => {
    // A mouse leaves the focus where it is: Space is I'm Ready, not this card again.
    card.addEventListener("mousedown", (event) => event.preventDefault());
    card.addEventListener("pointerdown", (event) => {
      if (!enabled() || event.button !== 0 || drag !== null) return;
      drag = {
        pointer: event.pointerId,
        position,
        x: event.clientX,
        y: event.clientY,
        moving: false,
      };
      card.setPointerCapture(event.pointerId);
    });
    card.addEventListener("pointermove", (event) => {
      if (drag === null || event.pointerId !== drag.pointer) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moving && Math.hypot(dx, dy) < DRAG_PX) return;
      if (!drag.moving) select(null);
      drag.moving = true;
      card.classList.add("dragged");
      card.style.setProperty("transform", `translate(${dx}px, ${dy}px) scale(1.08)`);
      hover(positionAt(event.clientX, event.clientY));
    });
    card.addEventListener("pointerup", (event) => {
      if (drag === null || event.pointerId !== drag.pointer) return;
      const { moving } = drag;
      const target = over;
      endDrag();
      if (!moving) tap(position);
      else if (target !== null && enabled()) swap(position, target, true);
    });
    card.addEventListener("pointercancel", endDrag);
    card.addEventListener("click", (event) => {
      if (event.detail === 0) tap(position); // the keyboard; pointers are handled above
    });
  });
  return {
    clear() {
      endDrag();
      select(null);
    },
  };
}
