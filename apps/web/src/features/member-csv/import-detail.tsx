import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { MemberImport, MemberImportVerdict } from '@engawa/contracts';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { downloadFile } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { confirm } from '../../shared/feedback/confirm.store';
import { JobFrame, JobProgress } from '../../shared/import-job/job-frame';
import style from '../../shared/import-job/job-page.module.css';
import { isWorking, progressOf } from '../../shared/import-job/job.rules';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { StatePill } from './import-list';
import { ImportRows } from './import-rows';
import {
  memberCsvApi,
  useCancelMemberImportMutation,
  useRevertMemberImportMutation,
  useRunMemberImportMutation,
} from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import { mayBeReverted, rowsToWrite } from './member-csv.rules';
import { Warning } from '../../shared/feedback/warning';
import { Note } from '../../shared/display/note';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
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
      <Group gap="sm" mb="md">
        <h2>{job.fileName}</h2>
        <StatePill job={job} />
        <Note component="span">{t(`memberCsv.mode.${job.mode}`)}</Note>
      </Group>
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

function Failure({ job }: { job: MemberImport }) {
  const t = useTexts(memberCsvTexts);
  const line = job.failure?.line ?? null;
  const found = (['too-many-rows', 'broken-quotes', 'record-too-long'] as const).find(
    (reason) => job.failure?.code === `members.import.${reason}`,
  );
  return (
    <>
      <Warning alert>
        {mayBeReverted(job)
          ? t('memberCsv.failure.partly')
          : line === null
            ? t('memberCsv.failure.stopped')
            : `${t(`memberCsv.failure.${found ?? 'unreadable'}`, { line })} ${t('memberCsv.failure.kept')}`}
      </Warning>
      <Group gap="sm" mt="md">
        <Button component={Link} to={paths.memberCsv} variant="default">
          {t('memberCsv.run.again')}
        </Button>
        <Revert job={job} />
      </Group>
    </>
  );
}

function Revert({ job }: { job: MemberImport }) {
  const t = useTexts(memberCsvTexts);
  const problemText = useProblemText();
  const [revert, { isLoading }] = useRevertMemberImportMutation();
  if (!mayBeReverted(job)) return null;
  const askAndRevert = async () => {
    const yes = await confirm({
      title: t('memberCsv.revert.title'),
      text: t('memberCsv.revert.text'),
      action: t('memberCsv.revert.action'),
      danger: true,
    });
    if (!yes) return;
    await revert(job.id)
      .unwrap()
      .catch((error: unknown) => void showFailure(problemText(error)));
  };
  return (
    <Button
      variant="outline"
      color="shu"
      loading={isLoading}
      leftSection={<IconArrowBackUp {...icon} />}
      onClick={() => void askAndRevert()}
    >
      {t('memberCsv.revert')}
    </Button>
  );
}

function Actions({ job }: { job: MemberImport }) {
  const t = useTexts(memberCsvTexts);
  const problemText = useProblemText();
  const [addDuplicates, setAddDuplicates] = useState(false);
  const [run, running] = useRunMemberImportMutation();
  const fail = (error: unknown) => void showFailure(problemText(error));
  const count = rowsToWrite(job, addDuplicates);

  const start = () =>
    run({ id: job.id, addDuplicates })
      .unwrap()
      .then(() => void showToast(t('memberCsv.run.started')), fail);
  const report = () =>
    downloadFile(`/members/imports/${job.id}/report`, `report-${job.fileName}`).catch(fail);

  return (
    <Group gap="sm" mb="lg">
      {job.state === 'checked' && job.fileKept ? (
        <>
          {count > 0 ? (
            <Button loading={running.isLoading} onClick={() => void start()}>
              {t('memberCsv.run', { count })}
            </Button>
          ) : (
            <Text size="sm">{t('memberCsv.run.none')}</Text>
          )}
          {job.mode === 'add' && job.counts.duplicate > 0 ? (
            <Checkbox
              label={t('memberCsv.addDuplicates', { count: job.counts.duplicate })}
              checked={addDuplicates}
              onChange={(event) => setAddDuplicates(event.currentTarget.checked)}
            />
          ) : null}
          <Button component={Link} to={paths.memberCsv} variant="default">
            {t('memberCsv.run.again')}
          </Button>
        </>
      ) : null}
      {!job.fileKept ? <Text size="sm">{t('memberCsv.fileGone')}</Text> : null}
      {job.fileKept && job.counts.refused > 0 ? (
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={() => void report()}
        >
          {t('memberCsv.report')}
        </Button>
      ) : null}
      <Revert job={job} />
    </Group>
  );
}
