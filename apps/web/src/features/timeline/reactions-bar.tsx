import { ActionIcon, Popover } from '@mantine/core';
import type { ReactionEntry } from '@engawa/contracts';
import { IconMoodPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useListReactionsQuery, useListStaffsQuery } from '../../shared/directory/directory.api';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import style from './reactions-bar.module.css';
import { timelineTexts } from './timeline.messages';

/** The button that offers the space's pictograms. */
export function ReactButton(props: { onReact: (reactionId: string) => void; className?: string }) {
  const say = useTexts(timelineTexts);
  const { data: reactions = [] } = useListReactionsQuery();
  const [open, setOpen] = useState(false);
  if (reactions.length === 0) return null;
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="top-start"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          className={props.className}
          aria-label={say('timeline.react')}
          data-react
          onClick={() => setOpen(!open)}
        >
          <IconMoodPlus size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={style.choices} role="group" aria-label={say('timeline.react')}>
          {reactions.map((reaction) => (
            <button
              key={reaction.id}
              type="button"
              className={style.choice}
              title={reaction.name}
              aria-label={reaction.name}
              onClick={() => {
                setOpen(false);
                props.onReact(reaction.id);
              }}
            >
              {reaction.emoji}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The pictograms on a post or comment with their counts; who reacted shows on hover. */
export function ReactionsBar(props: {
  reactions: readonly ReactionEntry[];
  onReact: (reactionId: string) => void;
}) {
  const say = useTexts(timelineTexts);
  const { staff } = useSession();
  const { data: known = [] } = useListReactionsQuery();
  const { data: staffs = [] } = useListStaffsQuery();
  const shown = known
    .map((reaction) => ({
      reaction,
      by: props.reactions.filter((entry) => entry.reactionId === reaction.id),
    }))
    .filter(({ by }) => by.length > 0);
  if (shown.length === 0) return null;
  const nameOf = (id: string) => staffs.find((one) => one.id === id)?.displayName ?? '';
  return (
    <div className={style.bar}>
      {shown.map(({ reaction, by }) => {
        const mine = by.some((entry) => entry.reactedBy === staff.id);
        return (
          <button
            key={reaction.id}
            type="button"
            className={`${style.one} ${mine ? style.mine : ''}`}
            aria-pressed={mine}
            aria-label={say('timeline.react.toggle', {
              name: reaction.name,
              count: by.length,
              mine: String(mine),
            })}
            title={by
              .map((entry) => nameOf(entry.reactedBy))
              .filter(Boolean)
              .join('、')}
            onClick={() => props.onReact(reaction.id)}
          >
            <span className={style.emoji} aria-hidden="true">
              {reaction.emoji}
            </span>
            {by.length}
          </button>
        );
      })}
    </div>
  );
}
