import { BlockBody, packRows } from './block-body';

const rows = ['面談\u0000高橋', '', '面談と見学\u0001面談', '見学'].map((text, n) => ({
  id: `id-${n}`,
  key: `key-${n}`,
  text,
  facts: { n },
}));

async function unpacked() {
  return BlockBody.unpack<{ n: number }>(await packRows(rows));
}

test('rows come back as they were packed; a mark of their end in a text is a blank', async () => {
  const body = await unpacked();
  expect(body.rows()).toEqual(
    rows.map((row) => ({ ...row, text: row.text.replace('\u0001', ' ') })),
  );
});

test('each row with one of the spellings is found once, in order', async () => {
  const body = await unpacked();
  expect(body.rowsWith(['面談'])).toEqual([0, 2]);
  expect(body.rowsWith(['見学', '面談'])).toEqual([0, 2, 3]);
  expect(body.rowsWith(['橋面'])).toEqual([]);
});
