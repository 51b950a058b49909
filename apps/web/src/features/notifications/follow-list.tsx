import type { Follow } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { followTexts } from '../../shared/directory/follow.messages';
import { useListFollowsQuery } from '../../shared/directory/follows.api';
import { memberName } from '../../shared/directory/names';
import { useFollow } from '../../shared/directory/use-follow';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { preferenceTexts } from './preferences.messages';
import style from './preferences.module.css';

/** Members and posts that the reader follows, and posts that are muted. */
export function FollowList() {
  const t = useTexts(preferenceTexts);
  const { data, error, refetch } = useListFollowsQuery();
  return (
    <section className={style.browser}>
      <h2>{t('preferences.follows')}</h2>
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton rows={2} /> : null}
      {data?.length === 0 ? <p>{t('preferences.follows.empty')}</p> : null}
      {data && data.length > 0 ? (
        <ul className={style.follows}>
          {data.map((follow) => (
            <FollowRow key={`${follow.target}/${follow.targetId}`} follow={follow} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function FollowRow({ follow }: { follow: Follow }) {
  const t = useTexts(followTexts);
  const { target, targetId, choice, members, excerpt } = follow;
  const { busy, change } = useFollow(target, targetId);
  const [member] = members;
  const names = members.map(memberName).join('、');
  return (
    <li>
      {member ? <MemberAvatar member={member} size={28} /> : null}
      <Link
        to={
          target === 'member'
            ? paths.member(targetId)
            : postPath({ kind: 'all' }, targetId, { comments: true })
        }
      >
        {[names, excerpt].filter(Boolean).join(' · ')}
      </Link>
      <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => change(null)}>
        {t(choice === 'mute' ? 'follow.unmute' : 'follow.unfollow')}
      </Button>
    </li>
  );
}
