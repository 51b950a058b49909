import type { PostImport } from '@engawa/contracts';
import { Button, Group, Text, Box } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { downloadFile } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { JobFrame, JobProgress } from '../../shared/import-job/job-frame';
import style from '../../shared/import-job/job-page.module.css';
import { isWorking, progressOf } from '../../shared/import-job/job.rules';
import { confirm } from '../../shared/feedback/confirm.store';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { StatePill } from './import-list';
import { ImportRows } from './import-rows';
import { postCsvApi, useCancelPostImportMutation, useRunPostImportMutation } from './post-csv.api';
import { postCsvTexts } from './post-csv.messages';
import { failureOf, importsPath } from './post-csv.rules';
import { Warning } from '../../shared/feedback/warning';

const figures = ['add', 'unchanged', 'refused'] as const;

/** One import: check, progress and report; polls while it is running. */
export function ImportDetail({ id }: { id: string }) {
  const t = useTexts(postCsvTexts);
  const { getPostImport } = postCsvApi.endpoints;
  const { data, error } = getPostImport.useQueryState(id);
  const { refetch } = getPostImport.useQuerySubscription(id, {
    pollingInterval: data && isWorking(data.state) ? 1_000 : 0,
    refetchOnMountOrArgChange: true,
  });
  return (
    <JobFrame
      back={t('postCsv.back')}
      to={importsPath}
      gone={t('postCsv.gone')}
      job={data}
      error={error}
      onRetry={() => void refetch()}
      state={(job) => <StatePill job={job} />}
    >
      {(job) => <Import job={job} />}
    </JobFrame>
  );
}

function Import({ job }: { job: PostImport }) {
  const t = useTexts(postCsvTexts);
  if (isWorking(job.state)) return <Progress job={job} />;
  if (job.state === 'failed') return <Failure job={job} />;
  return (
    <>
      {job.state === 'cancelled' ? (
        <Text size="sm" role="status">
          {t('postCsv.cancelled', { count: job.counts.add })}
        </Text>
      ) : null}
      <Counts job={job} />
      <Actions job={job} />
      {job.counts.refused > 0 ? <ImportRows key={job.state} job={job} /> : null}
    </>
  );
}

function Progress({ job }: { job: PostImport }) {
  const t = useTexts(postCsvTexts);
  const value = progressOf(job);
  const problemText = useProblemText();
  const [cancelImport, cancelling] = useCancelPostImportMutation();
  const values = { count: job.processed, rows: job.rows };
  const askAndCancel = async () => {
    const yes = await confirm({
      title: t('postCsv.cancel.title'),
      text: t(job.state === 'checking' ? 'postCsv.cancel.check' : 'postCsv.cancel.text'),
      action: t('postCsv.cancel'),
      danger: true,
    });
    if (!yes) return;
    await cancelImport(job.id)
      .unwrap()
      .catch((error: unknown) => void showFailure(problemText(error)));
  };
  return (
    <JobProgress
      label={t(`postCsv.state.${job.state}`)}
      value={value}
      text={t(value === null ? 'postCsv.progress.checking' : 'postCsv.progress.of', values)}
      stay={t('postCsv.progress.stay')}
      cancel={{
        label: t('postCsv.cancel'),
        busy: cancelling.isLoading || job.cancelling,
        onCancel: () => void askAndCancel(),
      }}
    />
  );
}

function Failure({ job }: { job: PostImport }) {
  const t = useTexts(postCsvTexts);
  const line = job.failure?.line ?? 0;
  return (
    <>
      <Warning alert>{t(`postCsv.failure.${failureOf(job)}`, { line })}</Warning>
      <Box mt="md">
        <Button component={Link} to={importsPath} variant="default">
          {t('postCsv.run.again')}
        </Button>
      </Box>
    </>
  );
}

/** Number of rows by result. */
function Counts({ job }: { job: PostImport }) {
  const t = useTexts(postCsvTexts);
  const figure = (name: 'rows' | (typeof figures)[number], count: number) => (
    <div key={name} className={style.count}>
      <dt>{t(`postCsv.count.${name}`)}</dt>
      <dd>{count.toLocaleString('en-US')}</dd>
    </div>
  );
  return (
    <Group component="dl" gap="xs" mb="sm">
      {figure('rows', job.rows)}
      {figures.map((name) => figure(name, job.counts[name]))}
    </Group>
  );
}

function Actions({ job }: { job: PostImport }) {
  const t = useTexts(postCsvTexts);
  const problemText = useProblemText();
  const [run, running] = useRunPostImportMutation();
  const fail = (error: unknown) => void showFailure(problemText(error));
  const { add, refused } = job.counts;
  const waits = job.state === 'checked' && job.fileKept;

  const start = () =>
    run(job.id)
      .unwrap()
      .then(() => void showToast(t('postCsv.run.started')), fail);
  const report = () =>
    downloadFile(`/posts/imports/${job.id}/report`, `report-${job.fileName}`).catch(fail);

  return (
    <Group gap="sm" mb="lg">
      {waits ? (
        <>
          {add > 0 ? (
            <Button loading={running.isLoading} onClick={() => void start()}>
              {t('postCsv.run', { count: add })}
            </Button>
          ) : (
            <Text size="sm">{t('postCsv.run.none')}</Text>
          )}
          <Button component={Link} to={importsPath} variant="default">
            {t('postCsv.run.again')}
          </Button>
        </>
      ) : null}
      {!job.fileKept ? <Text size="sm">{t('postCsv.fileGone')}</Text> : null}
      {job.fileKept && refused > 0 ? (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => void report()}
        >
          {t('postCsv.report')}
        </Button>
      ) : null}
      {waits && add > 0 && refused > 0 ? (
        <Text size="sm" w="100%">
          {t('postCsv.run.rest')}
        </Text>
      ) : null}
    </Group>
  );
}
