import '../../../shared/theme/floating-sheets';
import { ActionIcon, Popover } from '@mantine/core';
import type { Reaction } from '@engawa/contracts';
import { IconMoodPlus } from '@tabler/icons-react';
import { useTexts } from '../../../shared/intl/messages';
import { useUnfolded } from '../../../shared/ui/unfolding';
import style from './reactions-bar.module.css';
import { timelineTexts } from '../timeline.messages';

/** The space's emoji in an open popover. */
export function ReactChoices(props: {
  reactions: readonly Reaction[];
  onReact: (reactionId: string) => void;
  className?: string;
}) {
  const say = useTexts(timelineTexts);
  const { target, isOpen, change } = useUnfolded();
  return (
    <Popover
      opened={isOpen}
      onChange={change}
      position="top-start"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          ref={target}
          className={props.className}
          aria-label={say('timeline.react')}
          data-react
          onClick={() => change(!isOpen)}
        >
          <IconMoodPlus size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={style.choices} role="group" aria-label={say('timeline.react')}>
          {props.reactions.map((reaction) => (
            <button
              key={reaction.id}
              type="button"
              className={style.choice}
              title={reaction.name}
              aria-label={reaction.name}
              onClick={() => {
                change(false);
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
