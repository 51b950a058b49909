import { FileLinkSigner, type LinkedFile } from './file-link';

const signer = new FileLinkSigner('x'.repeat(40), 3_600);
const file: LinkedFile = { space: 'engawa-sendai', fileId: 'file-1', form: 'original' };
const start = Date.parse('2026-11-21T10:20:00Z');
const minutes = (count: number) => count * 60_000;

function linkAt(now: number): { expires: number; signature: string } {
  const query = new URLSearchParams(signer.sign(file, now));
  return { expires: Number(query.get('expires')), signature: query.get('signature')! };
}

it('opens the file that it was made for, for one to two hours', () => {
  const { expires, signature } = linkAt(start);
  expect(signer.verify(file, expires, signature, start)).toBe(true);
  expect(signer.verify(file, expires, signature, start + minutes(60))).toBe(true);
  expect(signer.verify(file, expires, signature, start + minutes(101))).toBe(false);
});

it('stays the same within its window, so that browsers keep the file', () => {
  expect(linkAt(start)).toEqual(linkAt(start + minutes(39)));
  expect(linkAt(start)).not.toEqual(linkAt(start + minutes(41)));
});

it.each<[string, Partial<LinkedFile>]>([
  ['another space', { space: 'engawa-osaka' }],
  ['another file', { fileId: 'file-2' }],
  ['another form', { form: 'thumb' }],
])('does not open %s', (_what, other) => {
  const { expires, signature } = linkAt(start);
  expect(signer.verify({ ...file, ...other }, expires, signature, start)).toBe(false);
});

it('cannot be made longer or made up', () => {
  const { expires, signature } = linkAt(start);
  expect(signer.verify(file, expires + 3_600, signature, start)).toBe(false);
  expect(signer.verify(file, expires, `${signature}A`, start)).toBe(false);
  expect(signer.verify(file, expires, '', start)).toBe(false);
  expect(signer.verify(file, Number.NaN, signature, start)).toBe(false);
  const other = new FileLinkSigner('y'.repeat(40), 3_600);
  expect(other.verify(file, expires, signature, start)).toBe(false);
});
