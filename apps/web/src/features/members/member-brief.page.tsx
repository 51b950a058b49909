import '@mantine/core/styles/SimpleGrid.css';
import type { Member, MemberBrief } from '@engawa/contracts';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPrinter, IconUser, IconUsers } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { memberKana, memberName } from '../../shared/directory/names';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { commonTexts } from '../../shared/intl/common.messages';
import { exactDateTime } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { isNotFound } from '../../shared/problem/api-problem';
import { PageFrame } from '../../shared/layout/page-frame';
import { trimBlankLines } from '../../shared/display/blank-lines';
import { QuietLink } from '../../shared/display/quiet-link';
import { RelativeTime } from '../../shared/display/relative-time';
import { useWide } from '../../shared/layout/use-wide';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { BriefBlock, BriefHead, ConnectionRow, StaffRow, WritingRow } from './brief-parts';
import { BriefWishes } from './brief-wishes';
import { MemberFacts } from './member-facts';
import layout from '../../shared/layout/common.module.css';
import style from './member-brief.module.css';
import { memberBriefTexts } from './member-brief.messages';
import { useGetMemberBriefQuery, useGetMemberQuery } from './members.api';
import { memberTexts } from './members.messages';
import { OpenIssues, OpenTasks } from './open-writings';

/** A member on one page, to read in half a minute before a talk (MBR-7). */
export function MemberBriefPage() {
  const t = useTexts(memberBriefTexts);
  const members = useTexts(memberTexts);
  const { memberId = '' } = useParams();
  const member = useGetMemberQuery(memberId);
  const brief = useGetMemberBriefQuery(memberId);
  const error = member.error ?? brief.error;
  const gone = error && isNotFound(error);
  const ready =
    member.currentData && brief.currentData
      ? { member: member.currentData, brief: brief.currentData }
      : null;
  const retry = () => {
    void member.refetch();
    void brief.refetch();
  };
  return (
    <PageFrame
      title={t('brief.title')}
      aside={
        ready ? (
          <Group component="span" gap="xs" className={style.aside}>
            <Button
              component={Link}
              to={paths.member(memberId)}
              className={layout.wideOnly}
              variant="default"
              leftSection={<IconUser size={18} stroke={1.5} aria-hidden="true" />}
            >
              {t('brief.back')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {t('brief.print')}
            </Button>
          </Group>
        ) : null
      }
    >
      {ready ? (
        <Sheet member={ready.member} brief={ready.brief} />
      ) : gone ? (
        <EmptyState
          icon={<IconUsers size={40} stroke={1.2} />}
          title={members('members.gone')}
          action={
            <Button component={Link} to={paths.members} variant="default">
              {members('members.gone.action')}
            </Button>
          }
        >
          {members('members.gone.text')}
        </EmptyState>
      ) : error ? (
        <ProblemNotice error={error} onRetry={retry} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </PageFrame>
  );
}

function Sheet({ member, brief }: { member: Member; brief: MemberBrief }) {
  const t = useTexts(memberBriefTexts);
  const members = useTexts(memberTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const wide = useWide();
  const { id } = member;
  return (
    <Stack gap={20}>
      <Group component="header" gap={20} wrap="nowrap">
        <MemberAvatar member={member} size={wide ? 96 : 64} photoUrl={member.photoUrl} />
        <div>
          <small>{memberKana(member)}</small>
          <Group component="h2" gap={12} align="baseline" fz={wide ? 26 : 20}>
            <QuietLink to={paths.member(id)}>{memberName(member)}</QuietLink>
            {member.deleted ? <small>{common('common.resigned')}</small> : null}
          </Group>
          <p className={style.facts}>
            {[member.company, member.title, member.typeOfContract].filter(Boolean).join(' · ')}
          </p>
          <small>
            {member.lastTalkedAt ? (
              <>
                {members('members.talked')} <RelativeTime at={member.lastTalkedAt} />
                {' · '}
              </>
            ) : null}
            {t(brief.postsAreAll ? 'brief.posts' : 'brief.posts.atLeast', {
              count: brief.posts,
            })}
          </small>
        </div>
      </Group>
      <MemberFacts member={member} />
      {member.memo ? (
        <section className={style.block}>
          <BriefHead>{t('brief.memo')}</BriefHead>
          <Text mt={8} lh={1.75} className={layout.prose}>
            {trimBlankLines(member.memo)}
          </Text>
        </section>
      ) : null}
      <SimpleGrid
        cols={{ base: 1, sm: 2 }}
        spacing={36}
        verticalSpacing={24}
        pt={20}
        style={{ borderTop: '1px solid var(--e-line)' }}
      >
        <BriefBlock title={t('brief.recent')} empty={t('brief.recent.none')}>
          {brief.recent.map((writing) => (
            <WritingRow key={writing.postId} memberId={id} writing={writing} />
          ))}
        </BriefBlock>
        <BriefBlock title={t('brief.staffs')} empty={t('brief.staffs.none')}>
          {brief.staffs.map((known) => (
            <StaffRow key={known.staff.id} known={known} />
          ))}
        </BriefBlock>
        <OpenIssues memberId={id} brief={brief} shown={Number.POSITIVE_INFINITY} saysNone />
        <BriefWishes brief={brief} />
        <BriefBlock title={t('brief.connections')} empty={t('brief.connections.none')}>
          {brief.connections.map((connection) => (
            <ConnectionRow key={connection.member.id} connection={connection} />
          ))}
        </BriefBlock>
        <OpenTasks memberId={id} brief={brief} shown={Number.POSITIVE_INFINITY} saysNone />
      </SimpleGrid>
      <small>{t('brief.made', { date: exactDateTime(intl, new Date()) })}</small>
    </Stack>
  );
}
