import '../../../shared/theme/floating-sheets';
import { ActionIcon, Group, Popover } from '@mantine/core';
import type { Reaction } from '@engawa/contracts';
import { IconMoodPlus } from '@tabler/icons-react';
import { useTexts } from '../../../shared/intl/messages';
import { useLazyMenu } from '../../../shared/lazy/lazy-menu';
import { useKeyHint } from '../../../shared/rows/keys';
import { timelineTexts } from '../timeline.messages';

/** The space's emoji in an open popover. */
export function ReactChoices(props: {
  reactions: readonly Reaction[];
  onReact: (reactionId: string) => void;
}) {
  const t = useTexts(timelineTexts);
  const keyHint = useKeyHint();
  const { target, isOpen, change } = useLazyMenu();
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
          aria-label={t('timeline.react')}
          {...keyHint('react', t('timeline.react'))}
          onClick={() => change(!isOpen)}
        >
          <IconMoodPlus size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <Group
          gap={2}
          align="stretch"
          wrap="nowrap"
          p={2}
          role="group"
          aria-label={t('timeline.react')}
        >
          {props.reactions.map((reaction) => (
            <ActionIcon
              key={reaction.id}
              size={40}
              fz={20}
              data-tip={reaction.name}
              aria-label={reaction.name}
              onClick={() => {
                change(false);
                props.onReact(reaction.id);
              }}
            >
              {reaction.emoji}
            </ActionIcon>
          ))}
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
