import type { PostTemplate, Staff } from '@engawa/contracts';
import { createIntl } from 'react-intl';
import { emptyForm } from './form-state';
import { leftOut, withTemplate } from './template.rules';

const intl = createIntl({ locale: 'ja', timeZone: 'Asia/Tokyo', messages: {} });
const now = Date.parse('2026-11-20T16:00:00Z');
const staffs = [
  { id: 'here', displayName: '水野 航', deactivated: false },
  { id: 'gone', displayName: '退 職', deactivated: true },
] as unknown as Staff[];
const template = (changes: Partial<PostTemplate> = {}): PostTemplate => ({
  ...{ id: 't1', version: 1, displayName: '見学', memo: 'きっかけ:' },
  ...{ labelIds: ['idea'], deletedLabels: [], task: null },
  ...{ createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' },
  ...changes,
});
const known = { staffs, intl, now };

describe('a template (TML-15)', () => {
  it('gives an empty form its text, labels and task, due from today in the zone of the space', () => {
    const task = { assignUserId: 'here', dueInDays: 3 };
    const form = withTemplate(emptyForm, template({ task }), known);
    expect(form).toMatchObject({ memo: 'きっかけ:', labelIds: ['idea'] });
    expect(form.task).toMatchObject({ status: 'waiting', assignUserId: 'here' });
    expect(form.task?.dueAt?.slice(0, 10)).toBe('2026-11-24');
  });

  it('keeps what is written, chosen and assigned', () => {
    const task = { status: 'waiting' as const, assignUserId: 'me', dueAt: null };
    const begun = { ...emptyForm, memo: '佐藤さんと\n', labelIds: ['idea', 'event'], task };
    const form = withTemplate(
      begun,
      template({ task: { assignUserId: null, dueInDays: 1 } }),
      known,
    );
    expect(form).toMatchObject({
      memo: '佐藤さんと\nきっかけ:',
      labelIds: ['idea', 'event'],
      task: { assignUserId: 'me', dueAt: null },
    });
  });

  it('leaves out, and names, labels that were deleted and an assignee who left', () => {
    const worn = template({
      deletedLabels: [{ id: 'x', name: '内覧' }],
      task: { assignUserId: 'gone', dueInDays: null },
    });
    expect(leftOut(worn, staffs)).toEqual(['内覧', '退 職']);
    expect(withTemplate(emptyForm, worn, known)).toMatchObject({
      labelIds: ['idea'],
      task: { assignUserId: null, dueAt: null },
    });
    expect(leftOut(template(), staffs)).toEqual([]);
  });

  it('keeps its assignee before the staff are read', () => {
    const form = withTemplate(
      emptyForm,
      template({ task: { assignUserId: 'here', dueInDays: null } }),
      { ...known, staffs: [] },
    );
    expect(form.task).toMatchObject({ assignUserId: 'here' });
  });
});
