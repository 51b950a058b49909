import { packRows } from './block/block-body';
import { BlockReader } from './block-reader';
import type { BlockRepository, DirectoryRepository } from './directory.repository';

const row = { id: 'a', key: 'k', text: '面談', facts: {} };

/** A reader of blocks with one row each, and the ids of the blocks that it reads. */
async function readerOfBlocks() {
  const read: string[] = [];
  const packed = await packRows([row]);
  const bodiesOf = async (_space: string, ids: readonly string[]) => {
    read.push(...ids);
    return new Map(ids.map((id) => [id, packed]));
  };
  const blocks = { findBodies: bodiesOf, findSignatures: async () => new Map() };
  const reader = new BlockReader(
    {} as DirectoryRepository,
    blocks as Partial<BlockRepository> as BlockRepository,
  );
  /** What a query of this block does. */
  const search = async (block: string) => {
    const entry = { block, from: row, rows: 1 };
    for await (const bodies of reader.candidates('s', [entry], [])) expect(bodies).toBeDefined();
  };
  return { read, reader, search };
}

it('keeps the blocks that queries read', async () => {
  const { read, reader, search } = await readerOfBlocks();
  await search('one');
  await search('one');
  expect(await reader.rows('s', 'one')).toEqual([row]);
  expect(read).toEqual(['one']);
});

it('does not keep the blocks that packing replaces', async () => {
  const { read, reader, search } = await readerOfBlocks();
  expect(await reader.rows('s', 'one')).toEqual([row]);
  await search('one');
  expect(read).toEqual(['one', 'one']);
});
