import type { Member, MemberHistory } from '@engawa/contracts';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useGetMemberHistoryQuery } from '../../shared/directory/directory.api';
import { dayText } from '../../shared/directory/member-fields';
import { useTexts } from '../../shared/intl/messages';
import { memberPageTexts } from './member-page.messages';

/** What happened to the record of a member, oldest first, in words, and the query for it. */
export function useMemberHistory(member: Member) {
  const query = useGetMemberHistoryQuery(member.id);
  return { facts: useFacts(member, query.currentData), query };
}

function useFacts(
  member: Member,
  history: MemberHistory | undefined,
): { id: string; words: ReactNode }[] {
  const t = useTexts(memberPageTexts);
  const intl = useIntl();
  const day = (at: string) =>
    intl.formatDate(at, { year: 'numeric', month: 'long', day: 'numeric' });
  const imported = history?.import;
  const began = member.memberSince
    ? [
        {
          id: 'since',
          at: '',
          words: t('memberPage.since', { date: dayText(intl, member.memberSince) }),
        },
      ]
    : [];
  const added = {
    id: 'created',
    at: member.createdAt,
    words: t(imported?.added ? 'memberPage.importedAt' : 'memberPage.created', {
      date: day(member.createdAt),
    }),
  };
  if (!history) return [...began, added];
  const { typeChange, mergedInto } = history;
  const later = [
    ...(imported && !imported.added
      ? [
          {
            id: 'import',
            at: imported.at ?? '',
            words: imported.at
              ? t('memberPage.updatedAt', { date: day(imported.at) })
              : t('memberPage.updated'),
          },
        ]
      : []),
    ...(typeChange
      ? [
          {
            id: 'type',
            at: typeChange.at,
            words: t(typeChange.before ? 'memberPage.typeFrom' : 'memberPage.type', {
              date: day(typeChange.at),
              before: typeChange.before,
            }),
          },
        ]
      : []),
    ...history.merged.map(({ id, name, at }) => ({
      id: `merged ${id}`,
      at,
      words: t('memberPage.merged', { date: day(at), name }),
    })),
    ...(mergedInto
      ? [
          {
            id: 'mergedInto',
            at: mergedInto.at,
            words: t.rich('memberPage.mergedInto', {
              date: day(mergedInto.at),
              name: mergedInto.name,
              to: (text) => (
                <Link key="to" to={paths.member(mergedInto.id)}>
                  {text}
                </Link>
              ),
            }),
          },
        ]
      : []),
  ].sort((one, other) => (one.at < other.at ? -1 : 1));
  return [...began, added, ...later];
}
