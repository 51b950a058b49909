import type { Today } from '@engawa/contracts';
import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { dayTexts } from '../../features/handover/day.messages';
import { handoverTexts } from '../../features/handover/handover.messages';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { Part } from '../../shared/display/part-head';
import { RowBody } from '../../shared/list/row-body';
import { PersonRow, RowList } from '../../shared/list/row-list';
import { useTexts } from '../../shared/intl/messages';
import { useReachOutReason } from './use-reach-out-reason';

/** Members to talk with today, each with the reason in one line. */
export function ReachOutPart({ reachOut }: Pick<Today, 'reachOut'>) {
  const t = useTexts(handoverTexts);
  const day = useTexts(dayTexts);
  const reasonOf = useReachOutReason();
  if (reachOut.length === 0) return null;
  return (
    <Part title={day('today.reachOut')} kind="reachOut">
      <RowList>
        {reachOut.map((one) => (
          <PersonRow key={one.member.id}>
            <MemberAvatar member={one.member} size={36} />
            <RowBody strong to={paths.member(one.member.id)} text={memberName(one.member)}>
              {reasonOf(one)}
            </RowBody>
            <Group gap={12}>
              <Button
                component={Link}
                to={paths.memberBrief(one.member.id)}
                variant="subtle"
                size="compact-sm"
              >
                {t('today.reachOut.brief')}
              </Button>
              <Button
                component={Link}
                to={`${paths.member(one.member.id)}?write`}
                variant="default"
                size="compact-sm"
              >
                {t('today.reachOut.write')}
              </Button>
            </Group>
          </PersonRow>
        ))}
      </RowList>
      <Text size="sm" mt={8}>
        <Link to={paths.health}>{t('today.reachOut.more')}</Link>
      </Text>
    </Part>
  );
}
