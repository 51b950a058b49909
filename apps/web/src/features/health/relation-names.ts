import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { postPath } from '../../shared/address/post-address';
import type { Arc } from './relations.rules';

export function useDayName() {
  const intl = useIntl();
  return useCallback(
    (day: string) =>
      intl.formatDate(`${day}T00:00:00Z`, {
        ...{ timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' },
      }),
    [intl],
  );
}

export function useMonthName() {
  const intl = useIntl();
  return useCallback(
    (month: string, form: 'short' | 'long') =>
      intl.formatDate(`${month}-01T00:00:00Z`, {
        timeZone: 'UTC',
        month: form,
        ...(form === 'long' ? { year: 'numeric' } : {}),
      }),
    [intl],
  );
}

export const introductionPath = ({ introduction }: Arc) =>
  postPath({ kind: 'all' }, introduction.postId, { comments: true });

/** The other one of an introduction. */
export const otherOf = ({ introduction: { member, toMember } }: Arc, memberId: string) =>
  member.id === memberId ? toMember : member;
