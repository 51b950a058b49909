/** How long keys are held for the part that handles them, in ms. */
const HELD_MS = 10_000;
let held: KeyboardEvent[] = [];
const hold = (event: KeyboardEvent) => void held.push(event);

function stopHolding(): void {
  window.removeEventListener('keydown', hold);
  held = [];
}

/** Holds keys from the first input on, `first` included if it is one, until a part handles them. */
export function holdKeys(first?: Event): void {
  held = first instanceof KeyboardEvent ? [first] : [];
  window.addEventListener('keydown', hold);
  setTimeout(stopHolding, HELD_MS);
}

/**
 * Handles the held keys and then all later ones, in the order in which they were pressed. A key
 * that is pressed while held ones are handled waits for its turn. Returns a function that stops.
 */
export function handleKeys(handle: (event: KeyboardEvent) => void): () => void {
  const waiting = held.filter(({ defaultPrevented }) => !defaultPrevented);
  stopHolding();
  let frame = 0;
  // One key per animation frame: each acts on the result of the previous one.
  const handleNext = () => {
    const event = waiting.shift();
    if (event) handle(event);
    frame = event ? requestAnimationFrame(handleNext) : 0;
  };
  const press = (event: KeyboardEvent) => {
    if (frame === 0) handle(event);
    else waiting.push(event);
  };
  window.addEventListener('keydown', press);
  handleNext();
  return () => {
    window.removeEventListener('keydown', press);
    cancelAnimationFrame(frame);
  };
}
