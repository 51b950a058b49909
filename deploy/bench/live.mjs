// A client of the live stream for benchmarks.

/**
 * Connects to the live stream of a signed-in staff member and records each message with its arrival
 * time.
 */
export async function openLive(url, token) {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: stop.signal,
  });
  if (!response.ok) throw new Error(`the live stream answered ${response.status}`);
  const seen = [];
  let wake = () => {};
  void (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = block
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).trim())
          .join('');
        if (data.startsWith('{')) seen.push({ ...JSON.parse(data), cameAt: performance.now() });
      }
      wake();
    }
  })().catch(() => {});
  return {
    async until(matches) {
      const end = performance.now() + 10_000;
      while (!seen.some(matches)) {
        if (performance.now() > end) throw new Error('no live message within 10 s');
        await new Promise((resolve) => {
          wake = resolve;
          setTimeout(resolve, 500);
        });
      }
    },
    /** Arrival time of the named message for each id; throws if one is missing. */
    async all(name, ids) {
      const end = performance.now() + 120_000;
      for (;;) {
        const came = new Map();
        for (const message of seen) {
          if (message.name === name) came.set(message.aggregate.id, message.cameAt);
        }
        const missing = ids.filter((id) => !came.has(id));
        if (missing.length === 0) return came;
        if (performance.now() > end)
          throw new Error(`${missing.length} of ${ids.length} × ${name}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    close: () => stop.abort(),
  };
}
