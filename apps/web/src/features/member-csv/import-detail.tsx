import type { MemberImport, MemberImportVerdict } from '@engawa/contracts';
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { paths } from '../../shared/address/paths';
import { Note } from '../../shared/display/note';
import { confirm } from '../../shared/feedback/confirm.store';
import { showFailure } from '../../shared/feedback/toast.store';
import { JobFrame, JobProgress } from '../../shared/import-job/job-frame';
import style from '../../shared/import-job/job-page.module.css';
import { isWorking, progressOf } from '../../shared/import-job/job.rules';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { Actions, Failure } from './import-actions';
import { StatePill } from './import-list';
import { ImportRows } from './import-rows';
import { memberCsvApi, useCancelMemberImportMutation } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';

const verdicts: readonly MemberImportVerdict[] = [
  'add',
  'change',
  'unchanged',
  'duplicate',
  'refused',
];

/** One import: check, progress, report and revert (MBR-4, MBR-5). */
export function ImportDetail({ id }: { id: string }) {
  const t = useTexts(memberCsvTexts);
  const { getMemberImport } = memberCsvApi.endpoints;
  const { data, error } = getMemberImport.useQueryState(id);
  const { refetch } = getMemberImport.useQuerySubscription(id, {
    pollingInterval: data && isWorking(data.state) ? 1_000 : 0,
    refetchOnMountOrArgChange: true,
  });
  return (
    <JobFrame
      back={t('memberCsv.back')}
      to={paths.memberCsv}
      gone={t('memberCsv.gone')}
      job={data}
      error={error}
      onRetry={() => void refetch()}
      state={(job) => (
        <>
          <StatePill job={job} />
          <Note component="span">{t(`memberCsv.mode.${job.mode}`)}</Note>
        </>
      )}
    >
      {(job) => <Import job={job} />}
    </JobFrame>
  );
}

function Import({ job }: { job: MemberImport }) {
  const t = useTexts(memberCsvTexts);
  const [verdict, setVerdict] = useState<MemberImportVerdict | null>(null);
  const working = isWorking(job.state);
  return (
    <>
      {working ? <Progress job={job} /> : null}
      {job.state === 'failed' ? <Failure job={job} /> : null}
      {job.state === 'cancelled' ? (
        <Text size="sm" role="status">
          {t('memberCsv.cancelled', { count: job.counts.add + job.counts.change })}
        </Text>
      ) : null}
      {job.state === 'reverted' ? (
        <Text size="sm" role="status">
          {t('memberCsv.reverted', { reverted: job.reverted })}
          {job.notReverted > 0 ? t('memberCsv.notReverted', { count: job.notReverted }) : null}
        </Text>
      ) : null}
      {!working && job.state !== 'failed' ? (
        <>
          <Group gap="xs" mb="sm" role="group" aria-label={t('memberCsv.filter')}>
            <Count
              name={t('memberCsv.verdict.all')}
              count={job.rows}
              pressed={verdict === null}
              onClick={() => setVerdict(null)}
            />
            {verdicts
              .filter((name) => job.counts[name] > 0)
              .map((name) => (
                <Count
                  key={name}
                  name={t(`memberCsv.verdict.${name}`)}
                  count={job.counts[name]}
                  pressed={verdict === name}
                  onClick={() => setVerdict(verdict === name ? null : name)}
                />
              ))}
          </Group>
          <Actions job={job} />
          <ImportRows key={`${job.state}-${verdict}`} job={job} verdict={verdict} />
        </>
      ) : null}
    </>
  );
}

function Count(props: { name: string; count: number; pressed: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className={style.count}
      aria-pressed={props.pressed}
      onClick={props.onClick}
    >
      <small>{props.name}</small>
      <strong>{props.count.toLocaleString('en-US')}</strong>
    </button>
  );
}

function Progress({ job }: { job: MemberImport }) {
  const t = useTexts(memberCsvTexts);
  const problemText = useProblemText();
  const [cancelImport, cancelling] = useCancelMemberImportMutation();
  const values = { count: job.processed, rows: job.rows };
  const askAndCancel = async () => {
    const yes = await confirm({
      title: t('memberCsv.cancel.title'),
      text: t(job.state === 'checking' ? 'memberCsv.cancel.check' : 'memberCsv.cancel.text'),
      action: t('memberCsv.cancel'),
      danger: true,
    });
    if (!yes) return;
    await cancelImport(job.id)
      .unwrap()
      .catch((error: unknown) => void showFailure(problemText(error)));
  };
  const cancel = {
    label: t('memberCsv.cancel'),
    busy: cancelling.isLoading || job.cancelling,
    onCancel: () => void askAndCancel(),
  };
  return (
    <JobProgress
      label={t(`memberCsv.state.${job.state}`)}
      value={progressOf(job)}
      text={t(
        progressOf(job) === null ? 'memberCsv.progress.checking' : 'memberCsv.progress.of',
        values,
      )}
      stay={t('memberCsv.progress.stay')}
      {...(job.state === 'reverting' ? {} : { cancel })}
    />
  );
}
