/** The last change of each read, as a promise that fulfils when the server has answered. */
const changes = new Map<string, Promise<unknown>>();

/**
 * Says that answers of these reads show a change that the server has not answered yet. A read that
 * is under way would show the state before again, and is repeated after the answer.
 */
export function shownUntil(answer: Promise<unknown>, ...reads: readonly { name: string }[]): void {
  for (const { name } of reads) {
    changes.set(name, Promise.allSettled([changes.get(name), answer]));
  }
}

/** Reads until no change was shown meanwhile. */
export async function readShown<T>(name: string, read: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = changes.get(name);
    const answer = await read();
    const now = changes.get(name);
    if (now === before) return answer;
    await now;
  }
}
