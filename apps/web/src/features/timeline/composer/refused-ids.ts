import type { IntroductionInput, MemberRef } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';
import { createTranslate } from '../../../shared/intl/messages';
import { problemFrom } from '../../../shared/problem/api-problem';
import { problemText } from '../../../shared/problem/problem-text';
import { timelineTexts } from '../timeline.messages';

/** Labels and members that the server rejected. */
export interface RefusedIds {
  labelIds: ReadonlySet<string>;
  memberIds: ReadonlySet<string>;
}

interface SentIds {
  labelIds: readonly string[];
  memberIds?: readonly string[];
  introduction?: Pick<IntroductionInput, 'memberId' | 'toMemberId'> | null;
}

const refusals: readonly string[] = [
  'timeline.post.unknown-label',
  'timeline.post.unknown-member',
  'timeline.post.deleted-member',
];

/** The ids that a rejection points at; null for other errors. */
export function refusedIds(error: unknown, sent: SentIds): RefusedIds | null {
  const { code, fields } = problemFrom(error);
  if (!refusals.includes(code)) return null;
  const labelIds = new Set<string>();
  const memberIds = new Set<string>();
  for (const { pointer } of fields) {
    const [, , list, key = ''] = pointer.split('/');
    const into = list === 'labelIds' ? labelIds : memberIds;
    const id =
      list === 'introduction'
        ? sent.introduction?.[key as 'memberId' | 'toMemberId']
        : list === 'labelIds' || list === 'memberIds'
          ? sent[list]?.[Number(key)]
          : undefined;
    if (id !== undefined) into.add(id);
  }
  return labelIds.size + memberIds.size > 0 ? { labelIds, memberIds } : null;
}

/**
 * The form without rejected ids. Forms show labels by the list of living ones, so that a deleted
 * one could not be removed by hand. The text stays.
 */
export function withoutRefused<
  Form extends {
    labelIds: string[];
    members?: MemberRef[];
    introduction?: IntroductionInput | null;
  },
>(form: Form, refused: RefusedIds | null): Form {
  if (!refused) return form;
  const { labelIds, memberIds } = refused;
  const left = { ...form, labelIds: form.labelIds.filter((id) => !labelIds.has(id)) };
  if (form.members) left.members = form.members.filter(({ id }) => !memberIds.has(id));
  if (form.introduction) left.introduction = introductionWithout(form.introduction, refused);
  return left;
}

/** An introduction; null if it has a rejected member. */
export function introductionWithout(
  introduction: IntroductionInput | null,
  refused: RefusedIds | null,
): IntroductionInput | null {
  const isRefused = (id: string) => refused?.memberIds.has(id) === true;
  if (!introduction) return null;
  const { memberId, toMemberId } = introduction;
  return isRefused(memberId) || isRefused(toMemberId) ? null : introduction;
}

/** Why a post or comment was not sent: what the form dropped, or the server's text. */
export function refusalText(intl: IntlShape, error: unknown, refused: RefusedIds | null): string {
  if (!refused) return problemText(intl, error);
  const what = refused.labelIds.size > 0 ? 'label' : 'member';
  return createTranslate(intl, timelineTexts)(`timeline.refused.${what}`);
}
