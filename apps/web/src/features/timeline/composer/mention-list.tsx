import type { MemberRef, Staff } from '@engawa/contracts';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  useFindMembersQuery,
  useKnownMembers,
  useListStaffsQuery,
} from '../../../shared/directory/directory.api';
import { matchingMembers } from '../../../shared/directory/matching-members';
import { matchingStaff } from '../../../shared/directory/matching-staff';
import { memberKana, memberName } from '../../../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../../../shared/avatar/person-avatar';
import { useTexts } from '../../../shared/intl/messages';
import { useSession } from '../../../shared/session/use-session';
import { composerTexts } from './composer.messages';
import style from './memo-field.module.css';

/** Staff and members shown at a time, each. */
const SHOWN = 5;
/** Most height of the list with its distance from the field, in px, as in the style. */
const HEIGHT = 268;

/** Keys of the list, pressed in its field. */
export interface MentionKeys {
  /** Moves or selects; returns false if the key has no meaning here. */
  press: (key: string) => boolean;
}

interface Offered {
  id: string;
  avatar: ReactNode;
  name: string;
  /** Shown beside the name, such as the company. */
  note: string;
  take: () => void;
}

/** Staff and members whose names match the text after `@`. */
export function MentionList(props: {
  /** Id of the list; the ids of its options start with it. */
  id: string;
  query: string;
  handle: Ref<MentionKeys>;
  /** Called with the active option, or null. */
  onActive: (id: string | null) => void;
  onStaff: (staff: Staff) => void;
  onMember: (member: MemberRef, name: string) => void;
}) {
  const t = useTexts(composerTexts);
  const { id, onActive } = props;
  const { staff: me } = useSession();
  const { data: all = [] } = useListStaffsQuery();
  // Hardly anybody mentions themselves.
  const staffs = matchingStaff(all, props.query)
    .toSorted((a, b) => Number(a.id === me.id) - Number(b.id === me.id))
    .slice(0, SHOWN);
  const members = useMatchingMembers(props.query).slice(0, SHOWN);
  const [active, setActive] = useState({ query: props.query, at: 0 });
  const offered: Offered[] = [
    ...staffs.map((staff) => ({
      id: staff.id,
      avatar: <StaffAvatar staff={staff} size={24} />,
      name: staff.displayName,
      note: t('composer.mention.staff'),
      take: () => props.onStaff(staff),
    })),
    ...members.map((member) => ({
      id: member.id,
      avatar: <MemberAvatar member={member} size={24} />,
      name: memberName(member),
      note: member.company || memberKana(member),
      take: () => props.onMember(member, memberName(member)),
    })),
  ];
  const at = active.query === props.query ? Math.min(active.at, offered.length - 1) : 0;
  const chosen = offered[at];
  const chosenId = chosen ? `${id}-${chosen.id}` : null;

  const list = useRef<HTMLUListElement>(null);

  const isShown = offered.length > 0;
  // Above the field; where the window ends there, below the caret.
  useLayoutEffect(() => {
    const field = list.current?.parentElement?.querySelector('textarea');
    if (!list.current || !field || field.getBoundingClientRect().top >= HEIGHT) return;
    Object.assign(list.current.style, { top: `${caretBottom(field)}px`, bottom: 'auto' });
  }, [isShown]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  // Before it is painted: the field takes the keys as soon as the list is seen.
  useLayoutEffect(() => {
    onActive(chosenId);
    return () => onActive(null);
  }, [onActive, chosenId]);
  useImperativeHandle(props.handle, () => ({
    press(key) {
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (!chosen || (step === 0 && key !== 'Enter' && key !== 'Tab')) return false;
      if (step === 0) chosen.take();
      else setActive({ query: props.query, at: (at + step + offered.length) % offered.length });
      return true;
    },
  }));

  if (!isShown) return null;
  return (
    <ul
      ref={list}
      id={id}
      className={`engawa-card ${style.list}`}
      role="listbox"
      aria-label={t('composer.mention.list')}
    >
      {offered.map((person) => (
        <li
          key={person.id}
          id={`${id}-${person.id}`}
          role="option"
          aria-selected={person === chosen}
          className={style.item}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            person.take();
          }}
        >
          {person.avatar}
          <span>{person.name}</span>
          <small>{person.note}</small>
        </li>
      ))}
    </ul>
  );
}

/** Distance from the top of the field to the end of the caret's line, by a copy of the text. */
function caretBottom(field: HTMLTextAreaElement): number {
  const copy = document.createElement('div');
  copy.className = field.className;
  Object.assign(copy.style, {
    ...{ position: 'absolute', visibility: 'hidden', minHeight: '0', maxHeight: 'none' },
    ...{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', width: `${field.clientWidth}px` },
  });
  copy.textContent = field.value.slice(0, field.selectionStart);
  field.after(copy);
  const bottom = copy.offsetHeight - field.scrollTop;
  copy.remove();
  return bottom;
}

/** Searches loaded members; the server searches the others, and all that could not be loaded. */
function useMatchingMembers(query: string): readonly MemberRef[] {
  const { data: held = [], isSuccess, isError } = useKnownMembers();
  const found = query.trim() === '' ? [] : matchingMembers(held, query);
  const skip = query.trim() === '' || found.length > 0 || !(isSuccess || isError);
  const { currentData: asked = [] } = useFindMembersQuery(
    { q: query.trim(), limit: SHOWN },
    { skip },
  );
  return skip ? found : asked;
}
