import type { Follow } from '@engawa/contracts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { followTexts } from '../../shared/directory/follow.messages';
import { useListFollowsQuery } from '../../shared/directory/follows.api';
import { memberNames } from '../../shared/directory/names';
import { useFollow } from '../../shared/directory/use-follow';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { preferenceTexts } from './preferences.messages';
import { Note } from '../../shared/display/note';
import { PartHead } from '../../shared/display/part-head';
import { Card } from '../../shared/layout/card';

/** Members and posts that the reader follows, and posts that are muted. */
export function FollowList() {
  const t = useTexts(preferenceTexts);
  const { data, error, refetch } = useListFollowsQuery();
  return (
    <Card component="section" mt={20} py={20}>
      <PartHead>{t('preferences.follows')}</PartHead>
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton rows={2} /> : null}
      {data?.length === 0 ? <Note>{t('preferences.follows.empty')}</Note> : null}
      {data && data.length > 0 ? (
        <Stack component="ul" gap={0}>
          {data.map((follow) => (
            <FollowRow key={`${follow.target}/${follow.targetId}`} follow={follow} />
          ))}
        </Stack>
      ) : null}
    </Card>
  );
}

function FollowRow({ follow }: { follow: Follow }) {
  const t = useTexts(followTexts);
  const intl = useIntl();
  const { target, targetId, choice, members, excerpt } = follow;
  const { busy, change } = useFollow(target, targetId);
  const [member] = members;
  const names = memberNames(intl, members);
  return (
    <Group component="li" gap={8} wrap="nowrap" mih={40}>
      {member ? <MemberAvatar member={member} size={28} /> : null}
      <Text
        component={Link}
        truncate
        flex={1}
        to={
          target === 'member'
            ? paths.member(targetId)
            : postPath({ kind: 'all' }, targetId, { comments: true })
        }
      >
        {[names, excerpt].filter(Boolean).join(' · ')}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        flex="none"
        loading={busy}
        onClick={() => change(null)}
      >
        {t(choice === 'mute' ? 'follow.unmute' : 'follow.unfollow')}
      </Button>
    </Group>
  );
}
