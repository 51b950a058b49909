import { Button } from '@mantine/core';
import { IconBell, IconBellRinging } from '@tabler/icons-react';
import { useTexts } from '../intl/messages';
import { followTexts } from './follow.messages';
import { useFollow } from './use-follow';

/** Follows a member, or no longer does. */
export function FollowButton({ memberId }: { memberId: string }) {
  const t = useTexts(followTexts);
  const { choice, isKnown, busy, change } = useFollow('member', memberId);
  const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
  const on = choice === 'follow';
  return (
    <Button
      variant="default"
      aria-pressed={on}
      disabled={!isKnown}
      loading={busy}
      leftSection={on ? <IconBellRinging {...icon} /> : <IconBell {...icon} />}
      onClick={() => change(on ? null : 'follow')}
    >
      {t(on ? 'follow.following' : 'follow.follow')}
    </Button>
  );
}
