import type { Today } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { postPath } from '../../shared/address/post-address';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { useKeyHint } from '../../shared/rows/keys';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { Part } from '../../shared/display/part-head';
import { RowBody } from '../../shared/list/row-body';
import { PersonRow, RowList } from '../../shared/list/row-list';
import { RelativeTime } from '../../shared/display/relative-time';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useConfirmMustReadMutation } from './today-changes.api';
import { dayTexts } from './day.messages';
import { handoverTexts } from './handover.messages';

/** Must-read posts, confirmed in place. */
export function MustReadsPart({ mustReads }: { mustReads: Today['mustReads'] }) {
  const t = useTexts(handoverTexts);
  const day = useTexts(dayTexts);
  const problemText = useProblemText();
  const keyHint = useKeyHint();
  const [confirm, confirming] = useConfirmMustReadMutation();
  if (mustReads.items.length === 0) return null;
  return (
    <Part
      title={day('today.mustRead')}
      kind="mustRead"
      waiting
      count={t('handover.count', { count: mustReads.count })}
    >
      <RowList>
        {mustReads.items.map((post) => (
          <PersonRow key={post.postId}>
            <StaffAvatar staff={post.owner} size={36} />
            <RowBody
              to={postPath({ kind: 'all' }, post.postId, { comments: true })}
              text={post.excerpt || day('handover.noMemo')}
            >
              {post.owner.displayName} · <RelativeTime at={post.at} />
            </RowBody>
            <Button
              variant="default"
              size="compact-sm"
              data-done
              {...keyHint('finish', t('handover.confirm'))}
              loading={confirming.isLoading && confirming.originalArgs === post.postId}
              leftSection={<IconCheck size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() =>
                void confirm(post.postId)
                  .unwrap()
                  .then(
                    () => showToast(t('handover.confirmed')),
                    (error: unknown) => showFailure(problemText(error)),
                  )
              }
            >
              {t('handover.confirm')}
            </Button>
          </PersonRow>
        ))}
      </RowList>
    </Part>
  );
}
