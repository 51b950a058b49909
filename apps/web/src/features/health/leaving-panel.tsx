import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { addDays, type CoveredMember } from '@engawa/contracts';
import { Checkbox, NativeSelect, TextInput, Group, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { memberName } from '../../shared/directory/names';
import { toLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { RelativeTime } from '../../shared/display/relative-time';
import { FailedQueries, PartProblem } from '../../shared/feedback/part-problem';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { useListCoveredMembersInfiniteQuery } from './health.api';
import { healthTexts } from './health.messages';
import style from './health.module.css';
import { LeavingFigures } from './leaving-figures';
import { MemberLink } from './member-link';
import { useHandOver } from './use-hand-over';
import { Note } from '../../shared/display/note';
import { Row, RowList, RowPair } from '../../shared/list/row-list';
import { SubmitButton } from '../../shared/form/submit-button';

/** Default due date in days. */
const DEFAULT_DAYS = 7;

/** What leaves with a staff member, and its handover tasks (INS-3). */
export function LeavingPanel({ staffId, name }: { staffId: string; name: string | null }) {
  const t = useTexts(healthTexts);
  const list = useListCoveredMembersInfiniteQuery(staffId, { refetchOnMountOrArgChange: true });
  const members = list.currentData?.pages.flatMap((page) => page.items);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // All are handed over with one press, so all pages are loaded.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <Stack gap={12} p="8px 4px 20px" ml={{ base: 0, sm: 44 }}>
      {name ? (
        <Group gap="xs" align="baseline">
          <strong>{t('health.leaving', { name })}</strong>
          <LeavingFigures staffId={staffId} />
        </Group>
      ) : null}
      {list.isError && !members ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : !members ? (
        <ListSkeleton rows={3} />
      ) : (
        <HandOver staffId={staffId} members={members} />
      )}
      {isFetchNextPageError ? (
        <PartProblem error={list.error} onRetry={() => void fetchNextPage()} />
      ) : null}
    </Stack>
  );
}

function HandOver({ staffId, members }: { staffId: string; members: readonly CoveredMember[] }) {
  const t = useTexts(healthTexts);
  const intl = useIntl();
  const can = useCan();
  const staffList = useListStaffsQuery();
  const { data: staffs = [] } = staffList;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const colleagues = staffs.filter(({ id, deactivated }) => !deactivated && id !== staffId);
  const [picked, setTo] = useState('');
  // Somebody may be deactivated meanwhile.
  const to = colleagues.some(({ id }) => id === picked) ? picked : '';
  const [due, setDue] = useState(() =>
    addDays(toLocalField(intl, Date.now()).slice(0, 10), DEFAULT_DAYS),
  );
  const handOver = useHandOver();
  const open = members.filter(({ member }) => !handOver.made.has(member.id));
  const chosen = open.filter(({ member }) => !left.has(member.id));
  const pick = (ids: readonly string[], on: boolean) => {
    const next = new Set(left);
    for (const id of ids) {
      if (on) next.delete(id);
      else next.add(id);
    }
    setLeft(next);
  };
  const mayWrite = can('post.write');
  const running = handOver.progress !== null;
  return (
    <>
      <FailedQueries of={[staffList]} />
      {mayWrite ? (
        <div>
          <Checkbox
            label={t('health.handover.all')}
            checked={open.length > 0 && chosen.length === open.length}
            indeterminate={chosen.length > 0 && chosen.length < open.length}
            disabled={running || open.length === 0}
            onChange={(event) =>
              pick(
                open.map(({ member }) => member.id),
                event.currentTarget.checked,
              )
            }
          />
        </div>
      ) : null}
      <RowList>
        {members.map((covered) => {
          const { member, posts, lastTalkedAt, lastPostId, openIssues } = covered;
          const name = memberName(member);
          const made = handOver.made.has(member.id);
          return (
            <Row
              key={member.id}
              className={style.covered}
              folds={mayWrite}
              columns={`${mayWrite ? '24px ' : ''}minmax(0, 1.5fr) minmax(0, 1fr)`}
              narrow={mayWrite ? '24px minmax(0, 1fr)' : 'minmax(0, 1fr)'}
              data-member={member.id}
            >
              {!mayWrite ? null : made ? (
                <IconCheck
                  color="var(--e-done)"
                  size={20}
                  stroke={2}
                  aria-label={t('health.handover.made')}
                />
              ) : (
                <Checkbox
                  aria-label={t('health.handover.pick', { name })}
                  checked={!left.has(member.id)}
                  disabled={running}
                  onChange={(event) => pick([member.id], event.currentTarget.checked)}
                />
              )}
              <MemberLink member={member} size={32} />
              <RowPair>
                <span>
                  {t('health.leaving.posts', { count: posts })}
                  {openIssues > 0 ? ` · ${t('health.cold.issues', { count: openIssues })}` : ''}
                </span>
                <Link
                  to={postPath({ kind: 'all' }, lastPostId, { comments: true })}
                  aria-label={t('health.leaving.last', { name })}
                >
                  <RelativeTime at={lastTalkedAt} />
                </Link>
              </RowPair>
            </Row>
          );
        })}
      </RowList>
      {mayWrite ? (
        <Group
          component="form"
          gap="xs"
          align="flex-end"
          onSubmit={(event) => {
            event.preventDefault();
            void handOver.start(chosen, to, due);
          }}
        >
          <NativeSelect
            flex="1 1 160px"
            label={t('health.handover.to')}
            value={to}
            disabled={running}
            onChange={(event) => setTo(event.currentTarget.value)}
            data={[
              { value: '', label: t('health.handover.to.choose') },
              ...colleagues.map(({ id, displayName }) => ({ value: id, label: displayName })),
            ]}
          />
          <TextInput
            type="date"
            label={t('health.handover.due')}
            value={due}
            disabled={running}
            onChange={(event) => setDue(event.currentTarget.value)}
          />
          <SubmitButton busy={running} disabled={to === '' || chosen.length === 0}>
            {t('health.handover.make', { count: chosen.length })}
          </SubmitButton>
          <Note flex="1 1 100%" role="status">
            {handOver.progress
              ? t('health.handover.running', handOver.progress)
              : t('health.handover.help')}
          </Note>
        </Group>
      ) : null}
      {handOver.made.size > 0 && !running && to ? (
        <Link to={`${paths.tasks}?view=staff&staff=${to}`}>{t('health.handover.open')}</Link>
      ) : null}
    </>
  );
}
