type Methods<Name extends string> = Record<Name, (...given: never[]) => Promise<unknown>>;

/**
 * Lets the next `count` calls of a method return together, so that their callers act on what they read
 * before any of them wrote. Returns the way back.
 */
export function joinCalls<Name extends string>(
  owner: Methods<Name>,
  method: Name,
  count = 2,
): () => void {
  const target: Partial<Methods<string>> = owner;
  const real = owner[method];
  let running = count;
  let release = () => undefined as void;
  const all = new Promise<void>((resolve) => (release = resolve));
  target[method] = async (...given) => {
    const result = await real.apply(owner, given);
    running -= 1;
    if (running === 0) release();
    if (running >= 0) await all;
    return result;
  };
  // The method of the class shows again.
  return () => delete target[method];
}
