import type { PostImport } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { JobList } from '../../shared/import-job/job-list';
import { isWorking, shownState, type ShownState } from '../../shared/import-job/job.rules';
import { Pill, type PillTone } from '../../shared/display/pill';
import { postCsvApi } from './post-csv.api';
import { postCsvTexts } from './post-csv.messages';
import { importsPath } from './post-csv.rules';

const tones: Partial<Record<ShownState<PostImport['state']>, PillTone>> = {
  done: 'good',
  failed: 'bad',
  checked: 'accent',
};

/** State of an import. */
export function StatePill({ job }: { job: PostImport }) {
  const t = useTexts(postCsvTexts);
  const state = shownState(job, job.counts.add);
  return (
    <Pill tone={isWorking(job.state) ? 'work' : tones[state]}>{t(`postCsv.state.${state}`)}</Pill>
  );
}

/** The latest imports; polls while one is running. */
export function ImportList() {
  const t = useTexts(postCsvTexts);
  const { listPostImports } = postCsvApi.endpoints;
  const { data, error } = listPostImports.useQueryState();
  const { refetch } = listPostImports.useQuerySubscription(undefined, {
    pollingInterval: data?.some(({ state }) => isWorking(state)) ? 2_000 : 0,
    refetchOnMountOrArgChange: true,
  });
  return (
    <JobList
      title={t('postCsv.list')}
      empty={t('postCsv.list.empty')}
      jobs={data}
      error={error}
      onRetry={() => void refetch()}
      to={(job) => `${importsPath}&import=${job.id}`}
      note={(job, name) => t('postCsv.by', { name, rows: job.rows })}
      state={(job) => <StatePill job={job} />}
    />
  );
}
