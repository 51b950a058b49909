import type { Member, MemberType } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { downloadFile } from '../../shared/api/download';
import { memberName } from '../../shared/directory/names';
import { showFailure } from '../../shared/feedback/toast.store';
import { useTexts } from '../../shared/intl/messages';
import { choose } from '../../shared/menu/chooser.store';
import { useProblemText } from '../../shared/problem/problem-text';
import type { RowCommand } from '../../shared/rows/row-scope.store';
import { rowTexts } from '../../shared/rows/rows.messages';
import { useBulk } from '../../shared/rows/use-bulk';
import { useFollowRows } from '../../shared/rows/use-follow-rows';
import { useCan } from '../../shared/session/use-session';
import { useUpdateMemberMutation } from './members.api';
import { memberTexts } from './members.messages';

/** Most members of one exported file; the API takes no more ids. */
const EXPORT_LIMIT = 100;
/** Most members of one message, as of one post. */
const MESSAGE_MEMBERS = 50;

/** Commands on selected members: change the type, a task for each, a message to staff, export. */
export function useMemberCommands(
  members: readonly Member[],
  types: readonly MemberType[],
  onTasks: (members: readonly Member[]) => void,
  onMessage: (members: readonly Member[]) => void,
): RowCommand[] {
  const t = useTexts(memberTexts);
  const rows = useTexts(rowTexts);
  const navigate = useNavigate();
  const follow = useFollowRows('member');
  const intl = useIntl();
  const can = useCan();
  const bulk = useBulk();
  const problemText = useProblemText();
  const [update] = useUpdateMemberMutation();
  const of = (ids: readonly string[]) => members.filter(({ id }) => ids.includes(id));

  const setType = (items: readonly Member[], typeId: string | null) => {
    const now = new Map<string, Member>();
    void bulk({
      items,
      work: async (member) =>
        now.set(member.id, await update({ member, change: { typeId } }).unwrap()),
      undo: (member) =>
        update({
          member: now.get(member.id) ?? member,
          change: { typeId: member.typeId },
        }).unwrap(),
      nameOf: memberName,
    });
  };
  const download = (ids: readonly string[]) => {
    if (ids.length > EXPORT_LIMIT) {
      showFailure(t('members.export.tooMany', { count: EXPORT_LIMIT }));
      return;
    }
    const language = intl.locale === 'en' ? 'en' : 'ja';
    downloadFile(`/members/csv?language=${language}&ids=${ids.join(',')}`, 'members.csv').catch(
      (cause: unknown) => void showFailure(problemText(cause)),
    );
  };
  const writing: RowCommand[] = [
    {
      name: 'memberType',
      words: t('members.bulk.type'),
      run: (ids) => {
        const items = of(ids);
        const kinds = new Set(items.map(({ typeId }) => typeId));
        const current = kinds.size === 1 ? [...kinds][0] : undefined;
        const choices = [
          ...types.map(({ id, name }) => ({ id, words: name, typeId: id as string | null })),
          { id: 'none', words: t('members.type.none'), typeId: null },
        ];
        choose({
          title: t('members.bulk.type'),
          choices: (query) =>
            choices
              .filter(({ words }) => words.includes(query.trim()))
              .map(({ id, words, typeId }) => ({
                ...{ id, words, current: typeId === current },
                run: () => setType(items, typeId),
              })),
        });
      },
    },
    { name: 'memberTask', words: t('members.bulk.task'), run: (ids) => onTasks(of(ids)) },
  ];
  return [
    {
      name: 'write',
      words: rows('rows.write'),
      single: true,
      run: ([id]) => void navigate(`${paths.member(id ?? '')}?write`),
    },
    { name: 'follow', words: rows('rows.follow'), run: (ids) => follow(of(ids), memberName) },
    ...(can('member.write') ? writing : []),
    ...(can('post.write')
      ? [
          {
            name: 'memberMessage',
            words: t('members.bulk.message'),
            run: (ids) => {
              if (ids.length <= MESSAGE_MEMBERS) onMessage(of(ids));
              else showFailure(t('members.bulk.message.tooMany', { count: MESSAGE_MEMBERS }));
            },
          } satisfies RowCommand,
        ]
      : []),
    ...(can('member.export')
      ? [{ name: 'export', words: t('members.bulk.export'), run: download } satisfies RowCommand]
      : []),
  ];
}
