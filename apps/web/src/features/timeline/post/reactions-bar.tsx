import { Group, Text } from '@mantine/core';
import type { ReactionEntry } from '@engawa/contracts';
import { IconMoodPlus } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { joinTexts } from '../../../shared/directory/names';
import { useAuthorNames } from '../../../shared/directory/author-names';
import { useListReactionsQuery } from '../../../shared/directory/directory.api';
import { useTexts } from '../../../shared/intl/messages';
import { useSession } from '../../../shared/session/use-session';
import { ReactChoices } from '../lazy-parts';
import { LazyIconMenu } from '../lazy-icon-menu';
import { timelineTexts } from '../timeline.messages';

/** The button that offers the space's emoji. */
export function ReactButton(props: { onReact: (reactionId: string) => void }) {
  const t = useTexts(timelineTexts);
  const { data: reactions = [] } = useListReactionsQuery();
  if (reactions.length === 0) return null;
  return (
    <LazyIconMenu
      name={t('timeline.react')}
      icon={<IconMoodPlus size={18} stroke={1.5} aria-hidden="true" />}
      command="react"
      opened={() => <ReactChoices {...props} reactions={reactions} />}
    />
  );
}

interface ReactionsProps {
  reactions: readonly ReactionEntry[];
  onReact: (reactionId: string) => void;
}

/** Reactions of a post or comment with counts; names on hover. */
export function ReactionsBar(props: ReactionsProps) {
  // Most posts have none, and need none of the lists.
  return props.reactions.length > 0 ? <Reactions {...props} /> : null;
}

function Reactions(props: ReactionsProps) {
  const t = useTexts(timelineTexts);
  const intl = useIntl();
  const { staff } = useSession();
  const { data: known = [] } = useListReactionsQuery();
  const nameOf = useAuthorNames(props.reactions.map(({ reactedBy }) => reactedBy));
  const shown = known
    .map((reaction) => ({
      reaction,
      by: props.reactions.filter((entry) => entry.reactionId === reaction.id),
    }))
    .filter(({ by }) => by.length > 0);
  if (shown.length === 0) return null;
  return (
    <Group gap={8}>
      {shown.map(({ reaction, by }) => {
        const mine = by.some((entry) => entry.reactedBy === staff.id);
        return (
          <button
            key={reaction.id}
            type="button"
            className="engawa-finger engawa-chip"
            aria-pressed={mine}
            aria-label={t('timeline.react.toggle', {
              name: reaction.name,
              count: by.length,
              mine: String(mine),
            })}
            data-tip={joinTexts(
              intl,
              by.flatMap((entry) => nameOf(entry.reactedBy) || []),
            )}
            onClick={() => props.onReact(reaction.id)}
          >
            <Text span size="md" aria-hidden="true">
              {reaction.emoji}
            </Text>
            {by.length}
          </button>
        );
      })}
    </Group>
  );
}
