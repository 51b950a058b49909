import { Box, Button, Group, Text } from '@mantine/core';
import { useTexts } from '../../../shared/intl/messages';
import { ListSkeleton, ProblemNotice } from '../../../shared/feedback/states';
import { type FeedWindow, isFull } from './feed-window';
import { timelineTexts } from '../timeline.messages';

/** Below the posts: loading, failed, stopped by the cap, or the end. */
export function FeedFooter(props: {
  window: FeedWindow;
  loading: boolean;
  error: unknown;
  onRetry: () => void;
  /** Reopens the feed around the last held post. */
  onGoOn: (lastPostId: string) => void;
}) {
  const t = useTexts(timelineTexts);
  const { window } = props;
  const last = window.items.at(-1);
  const content = () => {
    if (props.error) return <ProblemNotice error={props.error} onRetry={props.onRetry} />;
    if (props.loading) return <ListSkeleton cards rows={2} />;
    if (last && isFull(window)) {
      return (
        <Group gap={4} justify="center" my={16} fz="sm" c="var(--e-faint)">
          {t('timeline.full')}
          <Button variant="subtle" size="compact-sm" onClick={() => props.onGoOn(last.id)}>
            {t('timeline.full.go')}
          </Button>
        </Group>
      );
    }
    if (window.older !== null) return null;
    return (
      <Text size="sm" c="var(--e-faint)" my={16} ta="center">
        {t('timeline.end')}
      </Text>
    );
  };
  return <Box mih={64}>{content()}</Box>;
}
