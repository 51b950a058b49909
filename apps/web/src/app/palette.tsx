import '../shared/theme/floating-sheets';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Paper.css';
import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import {
  IconBell,
  IconChartBar,
  IconChecklist,
  IconHeartHandshake,
  IconId,
  IconKeyboard,
  IconLanguage,
  IconNotes,
  IconPencil,
  IconPencilPlus,
  IconSearch,
  IconSettings,
  IconSun,
  IconUsers,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { useSearchPostsQuery } from '../features/search/search.api';
import { paths } from '../shared/address/paths';
import { postPath } from '../shared/address/post-address';
import { useFindMembersQuery, useListStaffsQuery } from '../shared/directory/directory.api';
import { matchingStaff } from '../shared/directory/matching-staff';
import { memberKana, memberName } from '../shared/directory/names';
import { MemberFace, StaffFace } from '../shared/directory/person-face';
import { switchLocale } from '../shared/intl/locale';
import { useTexts } from '../shared/intl/messages';
import { useSession } from '../shared/session/use-session';
import { isComposing } from '../shared/ui/composing';
import { keyTexts } from './key-sheet.messages';
import { paletteTexts } from './palette.messages';
import style from './palette.module.css';
import { shellTexts } from './shell.messages';

/** How long typing rests before the server is asked, in milliseconds. */
const REST_MS = 150;
/** Most entries of one kind. */
const SHOWN = 5;
const LIST_ID = 'palette-list';
const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

interface Entry {
  id: string;
  words: string;
  more?: string;
  mark: ReactNode;
  run: () => void;
}

interface Group {
  name: string;
  entries: Entry[];
}

/** Pages and actions, whatever is typed. */
function useActions(onKeys: () => void): Entry[] {
  const say = useTexts(shellTexts);
  const own = useTexts(paletteTexts);
  const keys = useTexts(keyTexts);
  const intl = useIntl();
  const navigate = useNavigate();
  const { admin } = useSession();
  const go = (to: string, words: string, mark: ReactNode): Entry => ({
    id: to,
    words,
    mark,
    run: () => void navigate(to),
  });
  return [
    go(`${paths.timeline}?write`, own('palette.write'), <IconPencilPlus {...icon} />),
    go(paths.today, say('shell.today'), <IconSun {...icon} />),
    go(paths.timeline, say('shell.timeline'), <IconNotes {...icon} />),
    go(paths.members, say('shell.members'), <IconUsers {...icon} />),
    go(paths.health, say('shell.health'), <IconHeartHandshake {...icon} />),
    go(paths.tasks, say('shell.tasks'), <IconChecklist {...icon} />),
    go(paths.staffs, say('shell.staffs'), <IconId {...icon} />),
    go(paths.dashboard, say('shell.dashboard'), <IconChartBar {...icon} />),
    go(paths.notifications, say('shell.notifications'), <IconBell {...icon} />),
    go(paths.drafts, say('shell.drafts'), <IconPencil {...icon} />),
    ...(admin
      ? [go(paths.spaceSetting, say('shell.admin.space'), <IconSettings {...icon} />)]
      : []),
    {
      id: 'keys',
      words: keys('keys.title'),
      mark: <IconKeyboard {...icon} />,
      run: onKeys,
    },
    {
      id: 'language',
      words: say('shell.user.language'),
      mark: <IconLanguage {...icon} />,
      run: () => switchLocale(intl.locale === 'ja' ? 'en' : 'ja'),
    },
  ];
}

/** What is found for a text, by kind; without a text the pages and actions. */
function useGroups(query: string, onKeys: () => void): Group[] {
  const say = useTexts(paletteTexts);
  const navigate = useNavigate();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [query]);
  const flat = (text: string) => text.normalize('NFKC').toLowerCase();
  const actions = useActions(onKeys).filter((entry) =>
    flat(entry.words).includes(flat(query.trim())),
  );
  const { data: members = [] } = useFindMembersQuery(
    { q: asked, limit: SHOWN },
    { skip: asked === '' },
  );
  const { data: staffs = [] } = useListStaffsQuery();
  const { data: hits } = useSearchPostsQuery({ q: asked, page: 1 }, { skip: asked.length < 2 });
  const groups: Group[] = [{ name: say('palette.actions'), entries: actions }];
  if (asked === '') return groups;
  groups.push(
    {
      name: say('palette.members'),
      entries: members.map((member) => ({
        id: `member-${member.id}`,
        words: memberName(member),
        more: [memberKana(member), member.company].filter(Boolean).join(' · '),
        mark: <MemberFace member={member} size={28} />,
        run: () => void navigate(paths.member(member.id)),
      })),
    },
    {
      name: say('palette.staffs'),
      entries: matchingStaff(staffs, asked)
        .slice(0, SHOWN)
        .map((staff) => ({
          id: `staff-${staff.id}`,
          words: staff.displayName,
          more: staff.jobTitle,
          mark: <StaffFace staff={staff} size={28} />,
          run: () => void navigate(paths.staff(staff.id)),
        })),
    },
    {
      name: say('palette.posts'),
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
          words: say('palette.searchAll', { q: asked }),
          mark: <IconSearch {...icon} />,
          run: () => void navigate(`${paths.search}?q=${encodeURIComponent(asked)}`),
        },
      ],
    },
  );
  return groups.filter(({ entries }) => entries.length > 0);
}

interface PaletteProps {
  onClose: () => void;
  /** Opens the sheet of keys instead. */
  onKeys: () => void;
}

/** Reaches members, staff, posts and actions from the keyboard (Ctrl or ⌘ with K). */
export function Palette(props: PaletteProps) {
  const say = useTexts(paletteTexts);
  return (
    <Modal
      opened
      onClose={props.onClose}
      withCloseButton={false}
      aria-label={say('palette.placeholder')}
      padding={0}
      size={600}
      yOffset="12vh"
      transitionProps={{ duration: 100 }}
    >
      <Finder {...props} />
    </Modal>
  );
}

function Finder({ onClose, onKeys }: PaletteProps) {
  const say = useTexts(paletteTexts);
  const combobox = useCombobox({ opened: true });
  const [query, setQuery] = useState('');
  /** Id of the marked row's element, for screen readers; the focus stays in the field. */
  const [active, setActive] = useState<string | null>(null);
  const groups = useGroups(query, onKeys);
  const entries = groups.flatMap((group) => group.entries);
  const { selectFirstOption } = combobox;
  const shown = entries.map(({ id }) => id).join(' ');
  // Enter takes the first row, which is marked from the start and whenever others are found.
  useEffect(() => {
    setActive(selectFirstOption());
    // Only what is listed asks for this.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [shown]);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Taking a conversion opens nothing.
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') setActive(combobox.selectNextOption());
    else if (event.key === 'ArrowUp') setActive(combobox.selectPreviousOption());
    else if (event.key === 'Enter') combobox.clickSelectedOption();
    else return;
    event.preventDefault();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onClose();
        entries.find((entry) => entry.id === id)?.run();
      }}
    >
      <Combobox.EventsTarget withKeyboardNavigation={false} withAriaAttributes={false}>
        <TextInput
          classNames={{ input: style.input }}
          size="lg"
          variant="unstyled"
          data-autofocus
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={LIST_ID}
          aria-activedescendant={active ?? undefined}
          aria-label={say('palette.placeholder')}
          placeholder={say('palette.placeholder')}
          value={query}
          leftSection={<IconSearch {...icon} />}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={press}
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={LIST_ID} className={style.list} aria-label={say('palette.placeholder')}>
        {groups.map((group) => (
          <Combobox.Group key={group.name} label={group.name}>
            {group.entries.map((entry) => (
              <Combobox.Option key={entry.id} value={entry.id} className={style.option}>
                <span className={style.mark}>{entry.mark}</span>
                <span className={style.words}>{entry.words}</span>
                {entry.more ? <small>{entry.more}</small> : null}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}
