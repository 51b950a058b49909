import type { KeyboardCoordinateGetter } from '@dnd-kit/core';

/** By keyboard a card moves between columns, not by pixels. */
export const columnKeys: KeyboardCoordinateGetter = (event, { context }) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const columns = [...context.droppableRects.values()].sort(
    (a, b) => a.top - b.top || a.left - b.left,
  );
  const held = context.collisionRect;
  if (!held || columns.length === 0) return undefined;
  const middle = { x: held.left + held.width / 2, y: held.top + held.height / 2 };
  const here = columns.findIndex(
    (rect) =>
      middle.x >= rect.left &&
      middle.x <= rect.right &&
      middle.y >= rect.top &&
      middle.y <= rect.bottom,
  );
  const next = columns[Math.min(columns.length - 1, Math.max(0, (here === -1 ? 0 : here) + step))];
  if (!next) return undefined;
  return { x: next.left + (next.width - held.width) / 2, y: next.top + 24 };
};
