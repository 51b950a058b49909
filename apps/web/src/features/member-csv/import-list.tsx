import type { MemberImport } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { JobList } from '../../shared/import-job/job-list';
import { isWorking, shownState, type ShownState } from '../../shared/import-job/job.rules';
import { Pill, type PillTone } from '../../shared/display/pill';
import { memberCsvApi } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import { rowsToWrite } from './member-csv.rules';

const tones: Partial<Record<ShownState<MemberImport['state']>, PillTone>> = {
  done: 'good',
  failed: 'bad',
  checked: 'accent',
};

/** State of an import. */
export function StatePill({ job }: { job: MemberImport }) {
  const t = useTexts(memberCsvTexts);
  const state = shownState(job, rowsToWrite(job, true));
  return (
    <Pill tone={isWorking(job.state) ? 'work' : tones[state]}>{t(`memberCsv.state.${state}`)}</Pill>
  );
}

/** The latest imports; polls while one is running. */
export function ImportList() {
  const t = useTexts(memberCsvTexts);
  const { listMemberImports } = memberCsvApi.endpoints;
  const { data, error } = listMemberImports.useQueryState();
  const { refetch } = listMemberImports.useQuerySubscription(undefined, {
    pollingInterval: data?.some(({ state }) => isWorking(state)) ? 2_000 : 0,
    refetchOnMountOrArgChange: true,
  });
  return (
    <JobList
      title={t('memberCsv.list')}
      empty={t('memberCsv.list.empty')}
      jobs={data}
      error={error}
      onRetry={() => void refetch()}
      to={(job) => `${paths.memberCsv}?import=${job.id}`}
      note={(job, name) => (
        <>
          {name ? t('memberCsv.by', { name }) : null}
          {t(`memberCsv.mode.${job.mode}`)}
        </>
      )}
      state={(job) => <StatePill job={job} />}
    />
  );
}
