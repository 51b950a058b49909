import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { paths } from '../../../shared/address/paths';
import type { FeedPlace } from '../../../shared/address/post-address';
import { MemberAvatar } from '../../../shared/avatar/person-avatar';
import { memberName } from '../../../shared/directory/names';
import { RelativeTime } from '../../../shared/display/relative-time';
import { useTexts } from '../../../shared/intl/messages';
import { CompactLink } from '../../../shared/list/compact-link';
import { changesOf } from '../thread/thread-cache';
import { timelineApi } from '../timeline.api';
import { timelineTexts } from '../timeline.messages';
import { windowOf } from './feed-window';

const SHOWN = 6;

/** The members of the newest posts of a feed, each with the latest talk; nothing where there is none. */
export function RecentMembers({ place }: { place: FeedPlace }) {
  const t = useTexts(timelineTexts);
  const { pages } = timelineApi.endpoints.feed.useInfiniteQueryState(place).currentData ?? {};
  const changes = useSelector(changesOf);
  const recent = useMemo(() => {
    const posts = pages ? windowOf({ place, pages }, changes).items : [];
    const talks = posts.flatMap(({ members, talkedAt }) =>
      members.map((member) => ({ member, talkedAt })),
    );
    const latest = talks.filter(
      ({ member }, at) =>
        !member.deleted && talks.findIndex((talk) => talk.member.id === member.id) === at,
    );
    return latest.slice(0, SHOWN);
  }, [place, pages, changes]);
  if (recent.length === 0) return null;
  return (
    <section>
      <h2>{t('timeline.recentMembers')}</h2>
      <ul>
        {recent.map(({ member, talkedAt }) => (
          <li key={member.id}>
            <CompactLink to={paths.member(member.id)} columns="28px minmax(0, 1fr) auto">
              <MemberAvatar member={member} size={28} />
              <Text span size="sm" truncate>
                {memberName(member)}
              </Text>
              <small>
                <RelativeTime at={talkedAt} />
              </small>
            </CompactLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
