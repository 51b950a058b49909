/** The last running change per entity. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs the changes of an entity in sequence, so that a reader does not conflict with themselves.
 */
export function runInSequence<T>(id: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(id) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(id, mine);
  const clear = () => {
    if (turns.get(id) === mine) turns.delete(id);
  };
  mine.then(clear, clear);
  return mine;
}
