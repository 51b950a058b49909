import { ChangeContended, StaleVersion } from '@engawa/persistence';
import { PostContended } from '../post/post.errors';
import { mapContentWriteErrors } from './content.errors';

const failing = (error: Error) => () => Promise.reject(error);
const stale = async ({ version }: { version: number }) => new Error(`now ${version}`);

it('returns the result of the write', async () => {
  expect(await mapContentWriteErrors(async () => 7, stale)).toBe(7);
});

it('maps a lost race to the conflict problem of posts', async () => {
  await expect(mapContentWriteErrors(failing(new ChangeContended()), stale)).rejects.toThrow(
    PostContended,
  );
  const late = failing(new StaleVersion({ version: 3 }));
  await expect(mapContentWriteErrors(late, stale)).rejects.toThrow('now 3');
  await expect(mapContentWriteErrors(late)).rejects.toThrow(StaleVersion);
});

it('rethrows every other error', async () => {
  const failure = new Error('no database');
  await expect(mapContentWriteErrors(failing(failure), stale)).rejects.toBe(failure);
});
