import type { PostImport } from '@engawa/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { useTexts } from '../../shared/intl/messages';
import style from '../../shared/ui/job-page.module.css';
import { RelativeTime } from '../../shared/ui/relative-time';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { postCsvApi } from './post-csv.api';
import { postCsvTexts } from './post-csv.messages';

const tones = { running: 'work', done: 'good', failed: 'bad' } as const;

/** What state an import is in, as a pill. */
export function StatePill({ state }: { state: PostImport['state'] }) {
  const say = useTexts(postCsvTexts);
  return (
    <span className={style.pill} data-tone={tones[state]}>
      {say(`postCsv.state.${state}`)}
    </span>
  );
}

/** The latest imports; asks again while one is at work. */
export function ImportList() {
  const say = useTexts(postCsvTexts);
  const { listPostImports } = postCsvApi.endpoints;
  const { data, error } = listPostImports.useQueryState();
  const { refetch } = listPostImports.useQuerySubscription(undefined, {
    pollingInterval: data?.some(({ state }) => state === 'running') ? 2_000 : 0,
    refetchOnMountOrArgChange: true,
  });
  const { data: staffs = [] } = useListStaffsQuery();
  const nameOf = (id: string) => staffs.find((staff) => staff.id === id)?.displayName ?? '';
  return (
    <section aria-labelledby="post-imports">
      <h2 id="post-imports" className={style.heading}>
        {say('postCsv.list')}
      </h2>
      {!data && !error ? <ListSkeleton rows={3} /> : null}
      {error && !data ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className={style.soft}>{say('postCsv.list.empty')}</p> : null}
      {data && data.length > 0 ? (
        <ul className={style.list}>
          {data.map((job) => (
            <li key={job.id}>
              <Link
                to={`${paths.spaceSetting}?part=import&import=${job.id}`}
                className={style.item}
              >
                <span className={style.file}>
                  <strong>{job.fileName}</strong>
                  <small>
                    {say('postCsv.by', { name: nameOf(job.startedBy), rows: job.rows })}
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
