const GAP_PX = 6;
const EDGE_PX = 8;

/** The place of a tooltip: centered below its anchor, above it at the bottom of the window. */
export function tipPlace(
  anchor: { left: number; top: number; bottom: number; width: number },
  tip: { width: number; height: number },
  view = { width: window.innerWidth, height: window.innerHeight },
): { left: number; top: number } {
  const middle = anchor.left + anchor.width / 2 - tip.width / 2;
  const left = Math.max(EDGE_PX, Math.min(middle, view.width - tip.width - EDGE_PX));
  const below = anchor.bottom + GAP_PX;
  const fits = below + tip.height + EDGE_PX <= view.height;
  return { left, top: fits ? below : Math.max(EDGE_PX, anchor.top - GAP_PX - tip.height) };
}
