import type { Member } from '@engawa/contracts';
import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { Part } from '../../shared/layout/part';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { MemberFacts } from './member-facts';
import { MemberForm } from './member-form';
import { useMemberHistory } from './member-history';
import { memberPageTexts } from './member-page.messages';
import { Note } from '../../shared/display/note';
import { RowList } from '../../shared/list/row-list';

/** Contact, contract, the fields of the space, and what happened to the record. */
export function MemberRecord(props: {
  member: Member;
  /** Entries of the audit log, for those who may read it. */
  audit: ReactNode;
}) {
  const t = useTexts(memberPageTexts);
  const common = useTexts(commonTexts);
  const can = useCan();
  const { member } = props;
  const [editing, setEditing] = useState(false);
  const { facts, query } = useMemberHistory(member);
  return (
    <>
      <Part title={t('memberPage.facts')}>
        <MemberFacts
          member={member}
          empty={
            <Group gap="xs">
              <Note>{t('memberPage.facts.none')}</Note>
              {can('member.write') && !member.deleted ? (
                <Button variant="default" size="compact-md" onClick={() => setEditing(true)}>
                  {common('common.edit')}
                </Button>
              ) : null}
            </Group>
          }
        />
      </Part>
      <Part title={t('memberPage.history')}>
        <RowList>
          {facts.map(({ id, words }) => (
            <Note key={id} component="li" py={4}>
              {words}
            </Note>
          ))}
        </RowList>
        <FailedQueries of={[query]} />
      </Part>
      {props.audit}
      {editing ? (
        <MemberForm key={member.id} member={member} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
