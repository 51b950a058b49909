import type { MemberImport } from '@engawa/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { useTexts } from '../../shared/intl/messages';
import { RelativeTime } from '../../shared/ui/relative-time';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { memberCsvApi } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import style from '../../shared/ui/job-page.module.css';
import { isWorking } from './member-csv.rules';

/** What state an import is in, as a pill. */
export function StatePill({ state }: { state: MemberImport['state'] }) {
  const say = useTexts(memberCsvTexts);
  const tone = isWorking(state)
    ? 'work'
    : ({ done: 'good', failed: 'bad', checked: 'accent' } as Record<string, string>)[state];
  return (
    <span className={style.pill} data-tone={tone}>
      {say(`memberCsv.state.${state}`)}
    </span>
  );
}

/** The latest imports; asks again while one is at work. */
export function ImportList() {
  const say = useTexts(memberCsvTexts);
  const { listMemberImports } = memberCsvApi.endpoints;
  const { data, error } = listMemberImports.useQueryState();
  const { refetch } = listMemberImports.useQuerySubscription(undefined, {
    pollingInterval: data?.some(({ state }) => isWorking(state)) ? 2_000 : 0,
    refetchOnMountOrArgChange: true,
  });
  const { data: staffs = [] } = useListStaffsQuery();
  const nameOf = (id: string) => staffs.find((staff) => staff.id === id)?.displayName;
  return (
    <section aria-labelledby="imports">
      <h2 id="imports" className={style.heading}>
        {say('memberCsv.list')}
      </h2>
      {!data && !error ? <ListSkeleton rows={3} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className={style.soft}>{say('memberCsv.list.empty')}</p> : null}
      {data && data.length > 0 ? (
        <ul className={style.list}>
          {data.map((job) => (
            <li key={job.id}>
              <Link to={`${paths.memberCsv}?import=${job.id}`} className={style.item}>
                <span className={style.file}>
                  <strong>{job.fileName}</strong>
                  <small>
                    {nameOf(job.startedBy)
                      ? say('memberCsv.by', { name: nameOf(job.startedBy) })
                      : null}
                    {say(`memberCsv.mode.${job.mode}`)}
                  </small>
                </span>
                <StatePill state={job.state} />
                <span className={style.when}>
                  <RelativeTime at={job.createdAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
