import { Box, Group } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { postPath } from '../../../shared/address/post-address';
import { PartProblem } from '../../../shared/feedback/part-problem';
import { useTexts } from '../../../shared/intl/messages';
import { useListPinsQuery } from './pins.api';
import style from './aside.module.css';
import { timelineTexts } from '../timeline.messages';

/** Excerpts of pinned posts; hidden without any. */
export function PinnedPosts() {
  const t = useTexts(timelineTexts);
  const { data: pins, error, refetch } = useListPinsQuery();
  if (error && !pins) return <PartProblem error={error} onRetry={() => void refetch()} />;
  if (!pins?.length) return null;
  return (
    <section>
      <h2>{t('timeline.pins')}</h2>
      <ul>
        {pins.map((post) => (
          <li key={post.id}>
            <Link to={postPath({ kind: 'all' }, post.id)} className={style.row}>
              <Group component="span" gap={8} align="flex-start" wrap="nowrap">
                <Box component="span" flex="none" c="dimmed" pt={2}>
                  <IconPin size={16} stroke={1.5} aria-hidden="true" />
                </Box>
                <span className="engawa-two-lines">
                  {post.memo.trim() || post.attachments[0]?.title}
                </span>
              </Group>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
