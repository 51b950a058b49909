import '../theme/floating-sheets';
import { Combobox, Group, Text, useCombobox } from '@mantine/core';
import type { MemberRef } from '@engawa/contracts';
import { useCallbackRef } from '@mantine/hooks';
import { IconUserPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { isComposing } from '../form/composing';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { useProblemText } from '../problem/problem-text';
import { memberKana, memberName } from './names';
import { MemberAvatar } from '../avatar/person-avatar';
import style from './picker.module.css';
import { registerMemberTexts } from './register-member.messages';
import { useRegisterMember } from './use-register-member';
import { useFirstRow, useFoundMembers } from './use-found-members';

/** Id of the option that registers; no member's. */
const REGISTER = '+';

/**
 * Picks members by a prefix in kanji, kana, romaji or of the company; `recent` ones are listed
 * while the field is empty.
 */
export function MemberPicker(props: {
  value: readonly MemberRef[];
  onChange: (members: MemberRef[]) => void;
  recent?: readonly MemberRef[];
  /** Offers to make a member of the typed name. */
  canRegister?: boolean;
  words: { label: string; placeholder: string; remove: (name: string) => string };
}) {
  const { value, onChange, recent = [], words } = props;
  const inputId = useId();
  const t = useTexts(registerMemberTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const [text, setText] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { found, error, isAnswered } = useFoundMembers(text, combobox.dropdownOpened);
  const chosen = new Set(value.map((member) => member.id));
  const offered = [...(text.trim() === '' ? recent : []), ...found].filter(
    (member, index, list) =>
      !member.deleted &&
      !chosen.has(member.id) &&
      list.findIndex((other) => other.id === member.id) === index,
  );
  const takeFirst = useFirstRow(combobox, { text, isAnswered, first: offered[0]?.id });

  const register = useRegisterMember();
  const name = text.trim();
  const isNew =
    props.canRegister &&
    isAnswered &&
    !error &&
    name !== '' &&
    ![...offered, ...value].some(isCalled(name));

  // What was chosen while a member was registered stays.
  const add = useCallbackRef((member: MemberRef) => {
    const { id, familyName, firstName, familyNameKana, firstNameKana, company } = member;
    const { photoUrl, thumbPhotoUrl, deleted } = member;
    onChange([
      ...value,
      {
        ...{ id, familyName, firstName, familyNameKana, firstNameKana, company },
        ...{ photoUrl, thumbPhotoUrl, deleted },
      },
    ]);
    setText('');
  });
  const take = (id: string) => {
    if (id === REGISTER) return void register(name).then((member) => member && add(member));
    const member = offered.find((candidate) => candidate.id === id);
    if (member) add(member);
  };
  const remove = (id: string) => onChange(value.filter((member) => member.id !== id));

  return (
    <Combobox store={combobox} onOptionSubmit={take} withinPortal position="bottom-start">
      <Combobox.DropdownTarget>
        <div
          className={style.field}
          onClick={() => document.getElementById(inputId)?.focus()}
          role="presentation"
        >
          {value.map((member) => (
            <span key={member.id} className={style.chip}>
              <MemberAvatar member={member} size={22} />
              <Text span truncate inherit miw={0}>
                {memberName(member)}
              </Text>
              <button
                type="button"
                aria-label={words.remove(memberName(member))}
                onClick={(event) => {
                  event.stopPropagation();
                  remove(member.id);
                }}
              >
                <IconX size={14} stroke={1.5} aria-hidden="true" />
              </button>
            </span>
          ))}
          <Combobox.EventsTarget>
            <input
              id={inputId}
              value={text}
              placeholder={value.length === 0 ? words.placeholder : ''}
              aria-label={words.label}
              autoComplete="off"
              onFocus={() => combobox.openDropdown()}
              onClick={() => combobox.openDropdown()}
              onBlur={() => {
                combobox.closeDropdown();
                setText('');
              }}
              onChange={(event) => {
                setText(event.currentTarget.value);
                combobox.openDropdown();
              }}
              onKeyDown={(event) => {
                if (isComposing(event)) return;
                takeFirst(event);
                const last = value.at(-1);
                if (event.key === 'Backspace' && text === '' && last) remove(last.id);
                if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
                  event.preventDefault();
                }
              }}
            />
          </Combobox.EventsTarget>
        </div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={words.label}>
          {offered.map((member) => (
            <Combobox.Option
              key={member.id}
              value={member.id}
              // Taken when it is pressed: results that arrive before the release move the rows.
              onMouseDown={(event) => {
                if (event.button === 0) take(member.id);
              }}
            >
              <Group component="span" gap={8} wrap="nowrap" mih={26} fz="sm">
                <MemberAvatar member={member} size={26} />
                <Text span truncate inherit miw={0}>
                  {memberName(member)}
                </Text>
                <Text component="small" truncate ml="auto" size="xs" c="dimmed">
                  {[memberKana(member), member.company].filter(Boolean).join(' · ')}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {isNew ? (
            // Only pressed or walked to: Enter alone makes nobody of a name that is mistyped.
            <Combobox.Option value={REGISTER}>
              <Group component="span" gap={8} wrap="nowrap" mih={26} fz="sm">
                <IconUserPlus size={18} stroke={1.5} aria-hidden="true" />
                <Text span truncate inherit miw={0}>
                  {t('registerMember.offer', { name })}
                </Text>
              </Group>
            </Combobox.Option>
          ) : null}
          {offered.length === 0 && isAnswered && !isNew && (error || name !== '') ? (
            <Combobox.Empty>{error ? problemText(error) : common('common.noMatch')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Whether that is the name of a member, with or without its space. */
function isCalled(name: string): (member: MemberRef) => boolean {
  const bare = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');
  return (member) => bare(memberName(member)) === bare(name);
}
