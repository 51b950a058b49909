interface Subscribed {
  unsubscribe: () => void;
}

/**
 * The answer to a dispatched query that nobody shows; rejects with its error. The query is subscribed
 * until then, because a change that is announced meanwhile removes an answer without subscribers
 * before it can be read.
 */
export async function readOnce<Answer>(
  read: Subscribed & { unwrap: () => Promise<Answer> },
): Promise<Answer> {
  try {
    return await read.unwrap();
  } finally {
    read.unsubscribe();
  }
}

/** Like {@link readOnce}, with the error beside what was read before. */
export async function resultOnce<Result>(read: Subscribed & PromiseLike<Result>): Promise<Result> {
  const result = await read;
  read.unsubscribe();
  return result;
}
