import { Text } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { postPath } from '../../../shared/address/post-address';
import { useTexts } from '../../../shared/intl/messages';
import { useListPinsQuery } from './pins.api';
import style from './pinned-posts.module.css';
import { timelineTexts } from '../timeline.messages';

/** Excerpts of pinned posts; hidden without any. */
export function PinnedPosts() {
  const t = useTexts(timelineTexts);
  const { data: pins = [] } = useListPinsQuery();
  if (pins.length === 0) return null;
  return (
    <section>
      <Text component="h2" size="sm" c="dimmed" mb={8} fw={600}>
        {t('timeline.pins')}
      </Text>
      <ul>
        {pins.map((post) => (
          <li key={post.id}>
            <Link to={postPath({ kind: 'all' }, post.id)} className={style.pin}>
              <IconPin size={16} stroke={1.5} aria-hidden="true" />
              <span>{post.memo.trim() || post.attachments[0]?.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
