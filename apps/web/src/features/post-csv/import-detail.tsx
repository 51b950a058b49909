import type { PostImport } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { downloadFile } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { JobFrame, JobProgress } from '../../shared/ui/job-frame';
import style from '../../shared/ui/job-page.module.css';
import { isWorking, progressOf } from '../../shared/ui/job.rules';
import { confirm } from '../../shared/ui/confirm.store';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { StatePill } from './import-list';
import { ImportRows } from './import-rows';
import { postCsvApi, useCancelPostImportMutation, useRunPostImportMutation } from './post-csv.api';
import { postCsvTexts } from './post-csv.messages';
import { failureOf, importsPath } from './post-csv.rules';

const figures = ['add', 'unchanged', 'refused'] as const;

/** One import: check, progress and report; polls while it is running. */
export function ImportDetail({ id }: { id: string }) {
  const say = useTexts(postCsvTexts);
  const { getPostImport } = postCsvApi.endpoints;
  const { data, error } = getPostImport.useQueryState(id);
  const { refetch } = getPostImport.useQuerySubscription(id, {
    pollingInterval: data && isWorking(data.state) ? 1_000 : 0,
    refetchOnMountOrArgChange: true,
  });
  return (
    <JobFrame
      back={say('postCsv.back')}
      to={importsPath}
      gone={say('postCsv.gone')}
      job={data}
      error={error}
      onRetry={() => void refetch()}
    >
      {(job) => <Import job={job} />}
    </JobFrame>
  );
}

function Import({ job }: { job: PostImport }) {
  const say = useTexts(postCsvTexts);
  return (
    <>
      <div className={style.head}>
        <h2>{job.fileName}</h2>
        <StatePill job={job} />
      </div>
      {isWorking(job.state) ? (
        <Progress job={job} />
      ) : job.state === 'failed' ? (
        <Failure job={job} />
      ) : (
        <>
          {job.state === 'cancelled' ? (
            <p className={style.note} role="status">
              {say('postCsv.cancelled', { count: job.counts.add })}
            </p>
          ) : null}
          <Counts job={job} />
          <Actions job={job} />
          {job.counts.refused > 0 ? <ImportRows key={job.state} job={job} /> : null}
        </>
      )}
    </>
  );
}

function Progress({ job }: { job: PostImport }) {
  const say = useTexts(postCsvTexts);
  const value = progressOf(job);
  const problemText = useProblemText();
  const [cancelImport, cancelling] = useCancelPostImportMutation();
  const values = { count: job.processed, rows: job.rows };
  const askAndCancel = async () => {
    const yes = await confirm({
      title: say('postCsv.cancel.title'),
      text: say(job.state === 'checking' ? 'postCsv.cancel.check' : 'postCsv.cancel.text'),
      action: say('postCsv.cancel'),
      danger: true,
    });
    if (!yes) return;
    await cancelImport(job.id)
      .unwrap()
      .catch((error: unknown) => void showFailure(problemText(error)));
  };
  return (
    <JobProgress
      label={say(`postCsv.state.${job.state}`)}
      value={value}
      text={say(value === null ? 'postCsv.progress.checking' : 'postCsv.progress.of', values)}
      stay={say('postCsv.progress.stay')}
      cancel={{
        label: say('postCsv.cancel'),
        busy: cancelling.isLoading || job.cancelling,
        onCancel: () => void askAndCancel(),
      }}
    />
  );
}

function Failure({ job }: { job: PostImport }) {
  const say = useTexts(postCsvTexts);
  const line = job.failure?.line ?? 0;
  return (
    <>
      <p className={style.wrong} role="alert">
        {say(`postCsv.failure.${failureOf(job)}`, { line })}
      </p>
      <div className={style.actions} style={{ marginTop: 16 }}>
        <Button component={Link} to={importsPath} variant="default">
          {say('postCsv.run.again')}
        </Button>
      </div>
    </>
  );
}

/** Number of rows by result. */
function Counts({ job }: { job: PostImport }) {
  const say = useTexts(postCsvTexts);
  const figure = (name: 'rows' | (typeof figures)[number], count: number) => (
    <div key={name} className={style.figure}>
      <dt>{say(`postCsv.count.${name}`)}</dt>
      <dd>{count.toLocaleString('en-US')}</dd>
    </div>
  );
  return (
    <dl className={style.counts}>
      {figure('rows', job.rows)}
      {figures.map((name) => figure(name, job.counts[name]))}
    </dl>
  );
}

function Actions({ job }: { job: PostImport }) {
  const say = useTexts(postCsvTexts);
  const problemText = useProblemText();
  const [run, running] = useRunPostImportMutation();
  const fail = (error: unknown) => void showFailure(problemText(error));
  const { add, refused } = job.counts;
  const waits = job.state === 'checked' && job.fileKept;

  const start = () =>
    run(job.id)
      .unwrap()
      .then(() => void showToast(say('postCsv.run.started')), fail);
  const report = () =>
    downloadFile(`/posts/imports/${job.id}/report`, `report-${job.fileName}`).catch(fail);

  return (
    <div className={style.actions}>
      {waits ? (
        <>
          {add > 0 ? (
            <Button loading={running.isLoading} onClick={() => void start()}>
              {say('postCsv.run', { count: add })}
            </Button>
          ) : (
            <p className={style.note}>{say('postCsv.run.none')}</p>
          )}
          <Button component={Link} to={importsPath} variant="default">
            {say('postCsv.run.again')}
          </Button>
        </>
      ) : null}
      {!job.fileKept ? <p className={style.note}>{say('postCsv.fileGone')}</p> : null}
      {job.fileKept && refused > 0 ? (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => void report()}
        >
          {say('postCsv.report')}
        </Button>
      ) : null}
      {waits && add > 0 && refused > 0 ? (
        <p className={`${style.note} ${style.wide}`}>{say('postCsv.run.rest')}</p>
      ) : null}
    </div>
  );
}
