import {
  IconBell,
  IconBellRinging,
  IconCalendarDue,
  IconCalendarPlus,
  IconChartBar,
  IconChecklist,
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconHeartHandshake,
  IconId,
  IconKeyboard,
  IconLanguage,
  IconMail,
  IconMailOpened,
  IconMessage,
  IconMoodPlus,
  IconNotes,
  IconPencil,
  IconPencilPlus,
  IconProgress,
  IconSearch,
  IconSettings,
  IconSun,
  IconTag,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { useSearchPostsQuery } from '../features/search/search.api';
import { paths } from '../shared/address/paths';
import { postPath } from '../shared/address/post-address';
import { shownData } from '../shared/api/shown-data';
import { useFindMembersQuery, useListStaffsQuery } from '../shared/directory/directory.api';
import { matchingStaff } from '../shared/directory/matching-staff';
import { memberKana, memberName } from '../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../shared/avatar/person-avatar';
import { switchLocale } from '../shared/intl/locale';
import { matches } from '../shared/list/matches';
import { useDebounced } from '../shared/form/use-debounced';
import { useTexts } from '../shared/intl/messages';
import { pageKeys, type RowCommandName, rowKeys } from '../shared/rows/keys';
import { rowScope } from '../shared/rows/row-scope.store';
import { useSession } from '../shared/session/use-session';
import { type Entry, Finder, type Group } from './finder';
import { keyTexts } from './key-sheet.messages';
import { paletteTexts } from './palette.messages';
import { keysTo } from './keys-to';
import { shellTexts } from './shell.messages';
import { userMenuTexts } from './layouts/user-menu.messages';
import { adminTexts } from './layouts/admin.messages';

/** Most results of one kind. */
const SHOWN = 5;
const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

/** Pages and actions, independent of the query. */
function useActions(onKeys: () => void): Entry[] {
  const t = useTexts(shellTexts);
  const adminWords = useTexts(adminTexts);
  const menuWords = useTexts(userMenuTexts);
  const own = useTexts(paletteTexts);
  const keys = useTexts(keyTexts);
  const intl = useIntl();
  const navigate = useNavigate();
  const { admin } = useSession();
  const go = (to: string, words: string, mark: ReactNode): Entry => ({
    id: to,
    words,
    more: keysTo(to),
    mark,
    run: () => void navigate(to),
  });
  return [
    {
      ...go(`${paths.timeline}?write`, own('palette.write'), <IconPencilPlus {...icon} />),
      more: pageKeys.write,
    },
    go(paths.today, t('shell.today'), <IconSun {...icon} />),
    go(paths.timeline, t('shell.timeline'), <IconNotes {...icon} />),
    go(paths.members, t('shell.members'), <IconUsers {...icon} />),
    go(paths.health, t('shell.health'), <IconHeartHandshake {...icon} />),
    go(paths.tasks, t('shell.tasks'), <IconChecklist {...icon} />),
    go(paths.staffs, t('shell.staffs'), <IconId {...icon} />),
    go(paths.dashboard, t('shell.dashboard'), <IconChartBar {...icon} />),
    go(paths.notifications, t('shell.notifications'), <IconBell {...icon} />),
    go(paths.drafts, t('shell.drafts'), <IconPencil {...icon} />),
    ...(admin
      ? [go(paths.spaceSetting, adminWords('shell.admin.space'), <IconSettings {...icon} />)]
      : []),
    {
      id: 'keys',
      words: keys('keys.title'),
      more: pageKeys.sheet,
      mark: <IconKeyboard {...icon} />,
      run: onKeys,
    },
    {
      id: 'language',
      words: menuWords('shell.user.language'),
      mark: <IconLanguage {...icon} />,
      run: () => switchLocale(intl.locale === 'ja' ? 'en' : 'ja'),
    },
  ];
}

/**
 * Results of a query by kind; without a query the pages and actions. Until the server has answered,
 * those of the query before stay.
 */
function useGroups(query: string, onKeys: () => void) {
  const t = useTexts(paletteTexts);
  const navigate = useNavigate();
  const asked = useDebounced(query.trim());
  const actions = useActions(onKeys).filter(({ words }) => matches(words, query));
  const found = useFindMembersQuery({ q: asked, limit: SHOWN }, { skip: asked === '' });
  const members = shownData(found) ?? [];
  const { data: staffs = [], error: staffError } = useListStaffsQuery();
  const searched = useSearchPostsQuery({ q: asked, page: 1 }, { skip: asked.length < 2 });
  const hits = shownData(searched);
  const isFirstKnown =
    actions.length > 0 ||
    (asked === query.trim() && !found.isFetching && (members.length > 0 || !searched.isFetching));
  const error = found.error ?? searched.error ?? (staffs.length > 0 ? undefined : staffError);
  const groups: Group[] = [{ name: t('palette.actions'), entries: actions }];
  if (asked === '') return { groups, isFirstKnown, error: undefined };
  groups.push(
    {
      name: t('palette.members'),
      entries: members.map((member) => ({
        id: `member-${member.id}`,
        words: memberName(member),
        more: [memberKana(member), member.company].filter(Boolean).join(' · '),
        mark: <MemberAvatar member={member} size={28} />,
        run: () => void navigate(paths.member(member.id)),
      })),
    },
    {
      name: t('palette.staffs'),
      entries: matchingStaff(staffs, asked)
        .slice(0, SHOWN)
        .map((staff) => ({
          id: `staff-${staff.id}`,
          words: staff.displayName,
          more: staff.jobTitle,
          mark: <StaffAvatar staff={staff} size={28} />,
          run: () => void navigate(paths.staff(staff.id)),
        })),
    },
    {
      name: t('palette.posts'),
      entries: [
        ...(asked.length < 2 ? [] : (hits?.posts ?? [])).slice(0, SHOWN).map((hit) => ({
          id: `post-${hit.postId}-${hit.commentId ?? ''}`,
          words: hit.memo.slice(0, 80),
          more: hit.owner.displayName,
          mark: <IconNotes {...icon} />,
          run: () =>
            void navigate(
              postPath(
                { kind: 'all' },
                hit.postId,
                hit.commentId ? { comments: true, commentId: hit.commentId } : undefined,
              ),
            ),
        })),
        {
          id: 'search',
          words: t('palette.searchAll', { q: asked }),
          mark: <IconSearch {...icon} />,
          run: () => void navigate(`${paths.search}?q=${encodeURIComponent(asked)}`),
        },
      ],
    },
  );
  return { groups: groups.filter(({ entries }) => entries.length > 0), isFirstKnown, error };
}

const commandMarks: Record<RowCommandName, ReactNode> = {
  finish: <IconCircleCheck {...icon} />,
  tomorrow: <IconCalendarPlus {...icon} />,
  status: <IconProgress {...icon} />,
  assign: <IconUserPlus {...icon} />,
  due: <IconCalendarDue {...icon} />,
  label: <IconTag {...icon} />,
  react: <IconMoodPlus {...icon} />,
  comment: <IconMessage {...icon} />,
  mustRead: <IconEye {...icon} />,
  task: <IconChecklist {...icon} />,
  follow: <IconBellRinging {...icon} />,
  edit: <IconPencil {...icon} />,
  read: <IconMailOpened {...icon} />,
  unread: <IconMail {...icon} />,
  write: <IconPencilPlus {...icon} />,
  memberType: <IconId {...icon} />,
  memberTask: <IconChecklist {...icon} />,
  memberMessage: <IconMessage {...icon} />,
  export: <IconDownload {...icon} />,
};

/** Commands for the rows of this page: the selected ones, or the focused one. */
function useRowGroup(query: string): Group | null {
  const t = useTexts(paletteTexts);
  // The rows when the palette opened; its own field has the focus since.
  const [rows] = useState(() => {
    const scope = rowScope.read();
    return { commands: scope?.commands ?? [], ids: scope?.targets() ?? [] };
  });
  const entries = rows.commands
    .filter(({ single, words }) => (!single || rows.ids.length === 1) && matches(words, query))
    .map(({ name, words, run }) => ({
      id: `row-${name}`,
      words,
      more: rowKeys[name],
      mark: commandMarks[name],
      run: () => run(rows.ids),
    }));
  if (rows.ids.length === 0 || entries.length === 0) return null;
  return { name: t('palette.rows', { count: rows.ids.length }), entries };
}

interface PaletteProps {
  onClose: () => void;
  /** Opens the shortcuts instead. */
  onKeys: () => void;
}

/** Finds members, staff, posts and actions by keyboard (Ctrl or ⌘ with K). */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const t = useTexts(paletteTexts);
  const [query, setQuery] = useState('');
  const rows = useRowGroup(query);
  const { groups, isFirstKnown, error } = useGroups(query, onKeys);
  return (
    <Finder
      title={t('palette.placeholder')}
      query={query}
      onQuery={setQuery}
      groups={rows ? [rows, ...groups] : groups}
      isFirstKnown={isFirstKnown || rows !== null}
      error={error}
      onClose={onClose}
    />
  );
}
