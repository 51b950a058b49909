import type { PostImport } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { paths } from '../../shared/address/paths';
import { downloadFile } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { JobFrame, JobProgress } from '../../shared/ui/job-frame';
import style from '../../shared/ui/job-page.module.css';
import { showFailure } from '../../shared/ui/toast.store';
import { StatePill } from './import-list';
import { ImportCounts, ImportRefusals } from './import-result';
import { postCsvApi } from './post-csv.api';
import { postCsvTexts } from './post-csv.messages';
import { progressOf } from './post-csv.rules';

/** One import: its progress and its report; asks again while it is at work. */
export function ImportDetail({ id }: { id: string }) {
  const say = useTexts(postCsvTexts);
  const { getPostImport } = postCsvApi.endpoints;
  const { data, error } = getPostImport.useQueryState(id);
  const { refetch } = getPostImport.useQuerySubscription(id, {
    pollingInterval: data?.state === 'running' ? 1_000 : 0,
    refetchOnMountOrArgChange: true,
  });
  return (
    <JobFrame
      back={say('postCsv.back')}
      to={`${paths.spaceSetting}?part=import`}
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
  const problemText = useProblemText();
  const report = () =>
    downloadFile(`/posts/imports/${job.id}/report`, `report-${job.fileName}`).catch(
      (error: unknown) => void showFailure(problemText(error)),
    );
  return (
    <>
      <div className={style.head}>
        <h2>{job.fileName}</h2>
        <StatePill state={job.state} />
      </div>
      {job.state === 'running' ? (
        <JobProgress
          label={say('postCsv.state.running')}
          value={progressOf(job)}
          text={say('postCsv.progress', { count: job.processed, rows: job.rows })}
          stay={say('postCsv.progress.stay')}
        />
      ) : (
        <>
          {job.state === 'failed' ? (
            <p className={style.wrong} role="alert">
              {say('postCsv.failed')}
            </p>
          ) : null}
          <ImportCounts job={job} />
          {job.refused > 0 ? (
            <div className={style.actions}>
              <Button
                variant="default"
                leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
                onClick={() => void report()}
              >
                {say('postCsv.report')}
              </Button>
            </div>
          ) : null}
          <ImportRefusals job={job} />
        </>
      )}
    </>
  );
}
