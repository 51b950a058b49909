import { problemOf } from '../problem/api-problem';
import { changeSafely } from './change-safely';

interface View {
  version: number;
  displayName: string;
  shared: boolean;
}
const seen: View = { version: 1, displayName: '今週', shared: false };
const stale = (current: View) => problemOf(412, { code: 'x.view.stale', title: 'stale', current });

describe('a change of one field of a row', () => {
  const changeOver = (current: View, change: Partial<View>) => {
    const sent: number[] = [];
    const done = changeSafely(seen, change, async (base) => {
      sent.push(base.version);
      if (base.version < current.version) throw stale(current) as unknown as Error;
      return base.version;
    });
    return { done, sent };
  };

  it('is sent again when somebody else changed another field', async () => {
    const { done, sent } = changeOver(
      { ...seen, version: 4, displayName: '来週' },
      { shared: true },
    );
    await expect(done).resolves.toBe(4);
    expect(sent).toEqual([1, 4]);
  });

  it('is refused when somebody else changed the same field', async () => {
    const current = { ...seen, version: 2, displayName: '来週' };
    const { done, sent } = changeOver(current, { displayName: '再来週' });
    await expect(done).rejects.toMatchObject({ status: 412 });
    expect(sent).toEqual([1]);
  });

  it('is sent again when somebody else made the same change', async () => {
    const { done } = changeOver({ ...seen, version: 2, shared: true }, { shared: true });
    await expect(done).resolves.toBe(2);
  });

  it('gives up on any other problem', async () => {
    const change = changeSafely(seen, { shared: true }, () => Promise.reject(new Error('offline')));
    await expect(change).rejects.toThrow('offline');
  });
});
