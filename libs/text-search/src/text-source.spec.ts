import type { Store } from '@engawa/persistence';
import type { IndexedDocument } from './text-index.schema';
import { SourceReader, type TextSource } from './text-source';

interface Line extends IndexedDocument {
  key: string;
}

it('makes rows in slices, between which the event loop does other work', async () => {
  const source = {
    orderField: 'key',
    fields: [],
    rowMaker: () =>
      Promise.resolve(({ id, key }: Line) => {
        // A long text.
        for (const end = performance.now() + 2; performance.now() < end;);
        return id === 'hidden' ? null : { id, key, text: key, facts: {} };
      }),
  } as Partial<TextSource<Line, object>> as TextSource<Line, object>;
  const reader = new SourceReader<Line, object>({} as Store<Line>, source);
  const lines = ['a', 'hidden', ...'bcdefghij'].map((id) => ({ id, key: id }) as Line);
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  const rows = await reader.rowsOf('space', lines);
  clearInterval(others);
  expect(rows.map((row) => row?.id ?? null)).toEqual(['a', null, ...'bcdefghij']);
  // Eleven rows of 2 ms in slices of 3 ms.
  expect(turns).toBeGreaterThanOrEqual(3);
});
