import type { Task } from '@engawa/contracts';
import { serve } from '../../../test/answers';
import { show } from '../../../test/show';
import { RowKeys, type RowCommandName, rowKeys } from '../../shared/rows/keys';
import { TaskCard } from './task-card';

const at = '2026-11-21T05:30:00.000Z';
const task = {
  ...{ id: 't1', postId: 't1', commentId: null, memo: '鍵を返す', members: [], labelIds: [] },
  owner: { id: 's1', displayName: '水野 航', jobTitle: '', photoUrl: null, thumbPhotoUrl: null },
  task: { status: 'waiting', statusUpdatedAt: at, assignUserId: null, dueAt: null },
} as unknown as Task;
const nothing = () => undefined;

function tooltips(inRow: boolean): string[] {
  serve(() => ({ body: { items: [] } }));
  show(
    <RowKeys value={inRow}>
      <TaskCard task={task} labels={[]} selected={false} onOpen={nothing} onChange={nothing} />
    </RowKeys>,
  );
  return [...document.querySelectorAll<HTMLElement>('[data-tip]')].map(
    (control) => control.dataset['tip']!,
  );
}

describe('the controls of a task', () => {
  it('show the keys of their commands in a row', () => {
    const shown = tooltips(true);
    for (const name of ['status', 'assign', 'due', 'finish'] satisfies RowCommandName[]) {
      expect(shown).toContainEqual(expect.stringMatching(new RegExp(`\\(${rowKeys[name]}\\)$`)));
    }
  });

  it('show no keys outside of rows, as in the details', () => {
    expect(tooltips(false).filter((title) => title.endsWith(')'))).toEqual([]);
  });
});
