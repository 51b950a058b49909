import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/spotlight/styles.css';
import { Spotlight, spotlight } from '@mantine/spotlight';
import {
  IconBell,
  IconChartBar,
  IconChecklist,
  IconHeartHandshake,
  IconId,
  IconLanguage,
  IconNotes,
  IconPencil,
  IconPencilPlus,
  IconSearch,
  IconSettings,
  IconSun,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { useSearchPostsQuery } from '../features/search/search.api';
import { paths } from '../shared/address/paths';
import { postPath } from '../shared/address/post-address';
import { useFindMembersQuery, useListStaffsQuery } from '../shared/directory/directory.api';
import { memberKana, memberName } from '../shared/directory/names';
import { MemberFace, StaffFace } from '../shared/directory/person-face';
import { matchingStaff } from '../shared/directory/matching-staff';
import { switchLocale } from '../shared/intl/locale';
import { useTexts } from '../shared/intl/messages';
import { useSession } from '../shared/session/use-session';
import { isComposing } from '../shared/ui/composing';
import { paletteTexts } from './palette.messages';
import { shellTexts } from './shell.messages';

/** How long typing rests before the server is asked, in milliseconds. */
const REST_MS = 150;
/** Most entries of one kind. */
const SHOWN = 5;
const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

interface Entry {
  id: string;
  words: string;
  mark: ReactNode;
  run: () => void;
}

function useEntries(): Entry[] {
  const say = useTexts(shellTexts);
  const own = useTexts(paletteTexts);
  const intl = useIntl();
  const navigate = useNavigate();
  const { admin } = useSession();
  const go = (to: string, words: string, mark: ReactNode): Entry => ({
    id: to,
    words,
    mark,
    run: () => navigate(to),
  });
  return [
    go(`${paths.timeline}?write`, own('palette.write'), <IconPencilPlus {...icon} />),
    go(paths.today, say('shell.today'), <IconSun {...icon} />),
    go(paths.timeline, say('shell.timeline'), <IconNotes {...icon} />),
    go(paths.members, say('shell.members'), <IconUsers {...icon} />),
    go(paths.tasks, say('shell.tasks'), <IconChecklist {...icon} />),
    go(paths.staffs, say('shell.staffs'), <IconId {...icon} />),
    go(paths.dashboard, say('shell.dashboard'), <IconChartBar {...icon} />),
    go(paths.health, own('palette.health'), <IconHeartHandshake {...icon} />),
    go(paths.notifications, say('shell.notifications'), <IconBell {...icon} />),
    go(paths.drafts, say('shell.drafts'), <IconPencil {...icon} />),
    ...(admin
      ? [go(paths.spaceSetting, say('shell.admin.space'), <IconSettings {...icon} />)]
      : []),
    {
      id: 'language',
      words: say('shell.user.language'),
      mark: <IconLanguage {...icon} />,
      run: () => switchLocale(intl.locale === 'ja' ? 'en' : 'ja'),
    },
  ];
}

/** Reaches members, staff, posts and actions from the keyboard (Ctrl or ⌘ with K). */
export function Palette() {
  const say = useTexts(paletteTexts);
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [query]);
  // Opened by the press that loaded this piece of the app.
  useEffect(() => spotlight.open(), []);

  const entries = useEntries();
  const flat = (text: string) => text.normalize('NFKC').toLowerCase();
  const actions = entries.filter((entry) => flat(entry.words).includes(flat(query.trim())));
  const { data: members = [] } = useFindMembersQuery(
    { q: asked, limit: SHOWN },
    { skip: asked === '' },
  );
  const { data: staffs = [] } = useListStaffsQuery();
  const { data: hits } = useSearchPostsQuery({ q: asked, page: 1 }, { skip: asked.length < 2 });
  const open = asked !== '';
  const foundStaffs = open ? matchingStaff(staffs, asked).slice(0, SHOWN) : [];
  const foundMembers = open ? members : [];
  const foundPosts = asked.length < 2 ? [] : (hits?.posts ?? []).slice(0, SHOWN);

  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      scrollable
      maxHeight={460}
      centered={false}
      yOffset="12vh"
      radius="md"
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      transitionProps={{ duration: 100 }}
    >
      <Spotlight.Search
        placeholder={say('palette.placeholder')}
        aria-label={say('palette.placeholder')}
        leftSection={<IconSearch {...icon} />}
        onKeyDownCapture={(event) => {
          // Taking a conversion opens nothing.
          if (isComposing(event)) event.stopPropagation();
        }}
        onKeyDown={(event) => {
          const list = event.currentTarget.closest('[role="dialog"]') ?? document;
          if (event.key !== 'Enter' || query === '' || list.querySelector('[data-selected]'))
            return;
          list.querySelector<HTMLElement>('[data-action]')?.click();
        }}
      />
      <Spotlight.ActionsList>
        {actions.length > 0 ? (
          <Spotlight.ActionsGroup label={say('palette.actions')}>
            {actions.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                label={entry.words}
                leftSection={entry.mark}
                onClick={entry.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {foundMembers.length > 0 ? (
          <Spotlight.ActionsGroup label={say('palette.members')}>
            {foundMembers.map((member) => (
              <Spotlight.Action
                key={member.id}
                label={memberName(member)}
                description={[memberKana(member), member.company].filter(Boolean).join(' · ')}
                leftSection={<MemberFace member={member} size={28} />}
                onClick={() => navigate(paths.member(member.id))}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {foundStaffs.length > 0 ? (
          <Spotlight.ActionsGroup label={say('palette.staffs')}>
            {foundStaffs.map((staff) => (
              <Spotlight.Action
                key={staff.id}
                label={staff.displayName}
                description={staff.jobTitle}
                leftSection={<StaffFace staff={staff} size={28} />}
                onClick={() => navigate(paths.staff(staff.id))}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {foundPosts.length > 0 ? (
          <Spotlight.ActionsGroup label={say('palette.posts')}>
            {foundPosts.map((hit) => (
              <Spotlight.Action
                key={`${hit.postId}-${hit.commentId ?? ''}`}
                label={hit.memo.slice(0, 80)}
                description={hit.owner.displayName}
                leftSection={<IconNotes {...icon} />}
                onClick={() =>
                  navigate(
                    postPath(
                      { kind: 'all' },
                      hit.postId,
                      hit.commentId ? { comments: true, commentId: hit.commentId } : undefined,
                    ),
                  )
                }
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {open ? (
          <Spotlight.Action
            label={say('palette.searchAll', { q: asked })}
            leftSection={<IconSearch {...icon} />}
            onClick={() => navigate(`${paths.search}?q=${encodeURIComponent(asked)}`)}
          />
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
