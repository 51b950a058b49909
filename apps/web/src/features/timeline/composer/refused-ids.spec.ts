import type { MemberRef } from '@engawa/contracts';
import { createIntl } from 'react-intl';
import { problemOf } from '../../../shared/problem/api-problem';
import { emptyForm } from './form-state';
import { refusalText, refusedIds, withoutRefused } from './refused-ids';

const member = (id: string) => ({ id, familyName: id }) as MemberRef;
const form = {
  ...emptyForm,
  memo: '消えては困る文',
  labelIds: ['living', 'deleted', 'other'],
  members: [member('resigned'), member('here')],
  introduction: {
    ...{ memberId: 'resigned', toMemberId: 'here', about: '紹介の文' },
    ...{ outcome: 'open' as const, outcomeNote: '' },
  },
};
const sent = { ...form, memberIds: form.members.map(({ id }) => id) };
const refusal = (code: string, ...pointers: string[]) =>
  problemOf(422, {
    code,
    title: code,
    errors: pointers.map((pointer) => ({ pointer, code: 'invalid' })),
  });
const inJapanese = createIntl({ locale: 'ja', onError: () => undefined });
const inEnglish = createIntl({ locale: 'en', onError: () => undefined });

describe('a form that names what was deleted meanwhile', () => {
  it('drops the label, keeps everything else and says so', () => {
    const error = refusal('timeline.post.unknown-label', '/body/labelIds/1');
    const refused = refusedIds(error, sent);
    expect(withoutRefused(form, refused)).toEqual({ ...form, labelIds: ['living', 'other'] });
    expect(refusalText(inJapanese, error, refused)).toBe(
      '削除されたラベルを外したので、もう一度送れます。',
    );
    expect(refusalText(inEnglish, error, refused)).toBe(
      'A deleted label was removed, so you can send it again.',
    );
  });

  it('drops the member with the introduction that names them, and says so', () => {
    const error = refusal(
      'timeline.post.deleted-member',
      '/body/memberIds/0',
      '/body/introduction/memberId',
    );
    const refused = refusedIds(error, sent);
    expect(withoutRefused(form, refused)).toEqual({
      ...form,
      members: [member('here')],
      introduction: null,
    });
    expect(refusalText(inJapanese, error, refused)).toBe(
      '退会などで選べなくなった会員を外したので、もう一度送れます。',
    );
    expect(refusalText(inEnglish, error, refused)).toBe(
      'A member who can no longer be named was removed, so you can send it again.',
    );
  });

  it('drops by id what was typed on in the meantime', () => {
    const refused = refusedIds(refusal('timeline.post.unknown-label', '/body/labelIds/1'), sent);
    const now = { memo: '続き', labelIds: ['deleted', 'new'] };
    expect(withoutRefused(now, refused)).toEqual({ memo: '続き', labelIds: ['new'] });
  });

  it.each([
    ['another refusal', refusal('timeline.post.empty', '/body/memo')],
    ['a pointer past the list', refusal('timeline.post.unknown-label', '/body/labelIds/9')],
    ['a missing answer', new Error('network')],
  ])('drops nothing after %s', (_what, error) => {
    const refused = refusedIds(error, sent);
    expect(refused).toBeNull();
    expect(withoutRefused(form, refused)).toBe(form);
  });
});
