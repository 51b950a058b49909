import type { Today } from '@engawa/contracts';
import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { postPath } from '../../shared/address/post-address';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { useKeyHint } from '../../shared/rows/keys';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { RelativeTime } from '../../shared/display/relative-time';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useConfirmMustReadMutation } from './handover.api';
import { handoverTexts } from './handover.messages';
import style from './today.module.css';

/** Must-read posts, confirmed in place. */
export function MustReadsPart({ mustReads }: { mustReads: Today['mustReads'] }) {
  const t = useTexts(handoverTexts);
  const problemText = useProblemText();
  const keyHint = useKeyHint();
  const [confirm, confirming] = useConfirmMustReadMutation();
  if (mustReads.items.length === 0) return null;
  return (
    <section className={style.section} aria-label={t('today.mustRead')} data-kind="mustRead">
      <h2>
        {t('today.mustRead')}
        <Text span size="sm" c="dimmed" fw={400}>
          {t('handover.count', { count: mustReads.count })}
        </Text>
      </h2>
      <ul className={style.list}>
        {mustReads.items.map((post) => (
          <li key={post.postId} className={style.row} data-row>
            <StaffAvatar staff={post.owner} size={36} />
            <Link
              to={postPath({ kind: 'all' }, post.postId, { comments: true })}
              className={style.event}
            >
              <span className={style.excerpt}>{post.excerpt || t('handover.noMemo')}</span>
              <small>
                {post.owner.displayName} · <RelativeTime at={post.at} />
              </small>
            </Link>
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
          </li>
        ))}
      </ul>
    </section>
  );
}
