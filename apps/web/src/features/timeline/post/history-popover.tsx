import '../../../shared/theme/floating-sheets';
import { Box, Popover, Skeleton, Text } from '@mantine/core';
import { useAuthorNames } from '../../../shared/directory/author-names';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { trimBlankLines } from '../../../shared/display/blank-lines';
import { RelativeTime } from '../../../shared/display/relative-time';
import { ProblemNotice } from '../../../shared/feedback/states';
import { useLazyMenu } from '../../../shared/lazy/lazy-menu';
import { useListHistoryQuery } from './history.api';
import { threadTexts } from '../thread/thread.messages';
import { timelineTexts } from '../timeline.messages';

function Entries(props: { postId: string; commentId?: string }) {
  const t = useTexts(threadTexts);
  const { data, error, refetch } = useListHistoryQuery(props, { refetchOnMountOrArgChange: true });
  const nameOf = useAuthorNames((data ?? []).map(({ editedBy }) => editedBy));
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('timeline.history.none')}
      </Text>
    );
  return data.map((entry) => (
    <Box key={entry.editedAt} mb={12}>
      <Text size="xs" c="dimmed" mb={4}>
        {nameOf(entry.editedBy)} <RelativeTime at={entry.editedAt} />
      </Text>
      <Text size="md" lh={1.75} style={{ whiteSpace: 'pre-wrap' }}>
        {trimBlankLines(entry.memo)}
      </Text>
    </Box>
  ));
}

/** The word 'edited' with the earlier memos open. */
export function HistoryPopover(props: { postId: string; commentId?: string }) {
  const t = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const { target, isOpen, change } = useLazyMenu();
  return (
    <Popover opened={isOpen} onChange={change} width={340} position="bottom-start" withinPortal>
      <Popover.Target>
        <button
          ref={target}
          type="button"
          className="engawa-finger"
          aria-expanded={isOpen}
          data-tip={t('timeline.history')}
          onClick={() => change(!isOpen)}
        >
          {common('common.edited')}
        </button>
      </Popover.Target>
      <Popover.Dropdown mah={320} style={{ overflowY: 'auto' }} aria-label={t('timeline.history')}>
        {isOpen ? <Entries {...props} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}
