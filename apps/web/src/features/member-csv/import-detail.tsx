import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { MemberImport, MemberImportVerdict } from '@engawa/contracts';
import { Button, Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { downloadFile } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { confirm } from '../../shared/ui/confirm.store';
import { JobFrame, JobProgress } from '../../shared/ui/job-frame';
import style from '../../shared/ui/job-page.module.css';
import { isWorking, progressOf } from '../../shared/ui/job.rules';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { StatePill } from './import-list';
import { ImportRows } from './import-rows';
import {
  memberCsvApi,
  useCancelMemberImportMutation,
  useRevertMemberImportMutation,
  useRunMemberImportMutation,
} from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import { rowsToWrite } from './member-csv.rules';

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
  const say = useTexts(memberCsvTexts);
  const { getMemberImport } = memberCsvApi.endpoints;
  const { data, error } = getMemberImport.useQueryState(id);
  const { refetch } = getMemberImport.useQuerySubscription(id, {
    pollingInterval: data && isWorking(data.state) ? 1_000 : 0,
    refetchOnMountOrArgChange: true,
  });
  return (
    <JobFrame
      back={say('memberCsv.back')}
      to={paths.memberCsv}
      gone={say('memberCsv.gone')}
      job={data}
      error={error}
      onRetry={() => void refetch()}
    >
      {(job) => <Import job={job} />}
    </JobFrame>
  );
}

function Import({ job }: { job: MemberImport }) {
  const say = useTexts(memberCsvTexts);
  const [verdict, setVerdict] = useState<MemberImportVerdict | null>(null);
  const working = isWorking(job.state);
  return (
    <>
      <div className={style.head}>
        <h2>{job.fileName}</h2>
        <StatePill job={job} />
        <span className={style.soft}>{say(`memberCsv.mode.${job.mode}`)}</span>
      </div>
      {working ? <Progress job={job} /> : null}
      {job.state === 'failed' ? <Failure job={job} /> : null}
      {job.state === 'cancelled' ? (
        <p className={style.note} role="status">
          {say('memberCsv.cancelled', { count: job.counts.add + job.counts.change })}
        </p>
      ) : null}
      {job.state === 'reverted' ? (
        <p className={style.note} role="status">
          {say('memberCsv.reverted', { reverted: job.reverted })}
          {job.notReverted > 0 ? say('memberCsv.notReverted', { count: job.notReverted }) : null}
        </p>
      ) : null}
      {!working && job.state !== 'failed' ? (
        <>
          <div className={style.counts} role="group" aria-label={say('memberCsv.filter')}>
            <Count
              name={say('memberCsv.verdict.all')}
              count={job.rows}
              pressed={verdict === null}
              onClick={() => setVerdict(null)}
            />
            {verdicts
              .filter((name) => job.counts[name] > 0)
              .map((name) => (
                <Count
                  key={name}
                  name={say(`memberCsv.verdict.${name}`)}
                  count={job.counts[name]}
                  pressed={verdict === name}
                  onClick={() => setVerdict(verdict === name ? null : name)}
                />
              ))}
          </div>
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
  const say = useTexts(memberCsvTexts);
  const problemText = useProblemText();
  const [cancelImport, cancelling] = useCancelMemberImportMutation();
  const values = { count: job.processed, rows: job.rows };
  const askAndCancel = async () => {
    const yes = await confirm({
      title: say('memberCsv.cancel.title'),
      text: say(job.state === 'checking' ? 'memberCsv.cancel.check' : 'memberCsv.cancel.text'),
      action: say('memberCsv.cancel'),
      danger: true,
    });
    if (!yes) return;
    await cancelImport(job.id)
      .unwrap()
      .catch((error: unknown) => void showFailure(problemText(error)));
  };
  const cancel = {
    label: say('memberCsv.cancel'),
    busy: cancelling.isLoading || job.cancelling,
    onCancel: () => void askAndCancel(),
  };
  return (
    <JobProgress
      label={say(`memberCsv.state.${job.state}`)}
      value={progressOf(job)}
      text={say(
        progressOf(job) === null ? 'memberCsv.progress.checking' : 'memberCsv.progress.of',
        values,
      )}
      stay={say('memberCsv.progress.stay')}
      {...(job.state === 'reverting' ? {} : { cancel })}
    />
  );
}

function Failure({ job }: { job: MemberImport }) {
  const say = useTexts(memberCsvTexts);
  const line = job.failure?.line ?? null;
  const found = (['too-many-rows', 'broken-quotes', 'record-too-long'] as const).find(
    (reason) => job.failure?.code === `members.import.${reason}`,
  );
  return (
    <>
      <p className={style.wrong} role="alert">
        {line === null
          ? say('memberCsv.failure.stopped')
          : say(`memberCsv.failure.${found ?? 'unreadable'}`, { line })}{' '}
        {line === null ? null : say('memberCsv.failure.kept')}
      </p>
      <div className={style.actions} style={{ marginTop: 16 }}>
        <Button component={Link} to={paths.memberCsv} variant="default">
          {say('memberCsv.run.again')}
        </Button>
      </div>
    </>
  );
}

function Actions({ job }: { job: MemberImport }) {
  const say = useTexts(memberCsvTexts);
  const problemText = useProblemText();
  const [addDuplicates, setAddDuplicates] = useState(false);
  const [run, running] = useRunMemberImportMutation();
  const [revert, reverting] = useRevertMemberImportMutation();
  const fail = (error: unknown) => void showFailure(problemText(error));
  const count = rowsToWrite(job, addDuplicates);

  const start = () =>
    run({ id: job.id, addDuplicates })
      .unwrap()
      .then(() => void showToast(say('memberCsv.run.started')), fail);
  const takeBack = async () => {
    const yes = await confirm({
      title: say('memberCsv.revert.title'),
      text: say('memberCsv.revert.text'),
      action: say('memberCsv.revert.action'),
      danger: true,
    });
    if (yes) await revert(job.id).unwrap().catch(fail);
  };
  const report = () =>
    downloadFile(`/members/imports/${job.id}/report`, `report-${job.fileName}`).catch(fail);

  return (
    <div className={style.actions}>
      {job.state === 'checked' && job.fileKept ? (
        <>
          {count > 0 ? (
            <Button loading={running.isLoading} onClick={() => void start()}>
              {say('memberCsv.run', { count })}
            </Button>
          ) : (
            <p className={style.note}>{say('memberCsv.run.none')}</p>
          )}
          {job.mode === 'add' && job.counts.duplicate > 0 ? (
            <Checkbox
              label={say('memberCsv.addDuplicates', { count: job.counts.duplicate })}
              checked={addDuplicates}
              onChange={(event) => setAddDuplicates(event.currentTarget.checked)}
            />
          ) : null}
          <Button component={Link} to={paths.memberCsv} variant="default">
            {say('memberCsv.run.again')}
          </Button>
        </>
      ) : null}
      {!job.fileKept ? <p className={style.note}>{say('memberCsv.fileGone')}</p> : null}
      {job.fileKept && job.counts.refused > 0 ? (
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={() => void report()}
        >
          {say('memberCsv.report')}
        </Button>
      ) : null}
      {(job.state === 'done' || job.state === 'cancelled') &&
      job.counts.add + job.counts.change > 0 ? (
        <Button
          variant="outline"
          color="shu"
          loading={reverting.isLoading}
          leftSection={<IconArrowBackUp {...icon} />}
          onClick={() => void takeBack()}
        >
          {say('memberCsv.revert')}
        </Button>
      ) : null}
    </div>
  );
}
