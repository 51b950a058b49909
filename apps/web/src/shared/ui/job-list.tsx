import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useListStaffsQuery } from '../directory/directory.api';
import style from './job-page.module.css';
import { RelativeTime } from './relative-time';
import { ListSkeleton, ProblemNotice } from './states';

/** A job on a file that somebody handed in. */
interface FileJob {
  id: string;
  fileName: string;
  /** A staff's id. */
  startedBy: string;
  createdAt: string;
}

/** The latest jobs of one kind: their file, who began them, how they stand. */
export function JobList<J extends FileJob>(props: {
  title: string;
  /** Said when there is none. */
  empty: string;
  /** Undefined as long as nothing came. */
  jobs: readonly J[] | undefined;
  error: unknown;
  onRetry: () => void;
  to: (job: J) => string;
  /** Stands below the file's name; `name` is that of who began it, empty if nobody knows. */
  note: (job: J, name: string) => ReactNode;
  state: (job: J) => ReactNode;
}) {
  const { jobs, error } = props;
  const { data: staffs = [] } = useListStaffsQuery();
  const nameOf = (id: string) => staffs.find((staff) => staff.id === id)?.displayName ?? '';
  return (
    <section aria-label={props.title}>
      <h2 className={style.heading}>{props.title}</h2>
      {!jobs && !error ? <ListSkeleton rows={3} /> : null}
      {error && !jobs ? <ProblemNotice error={error} onRetry={props.onRetry} /> : null}
      {jobs?.length === 0 ? <p className={style.soft}>{props.empty}</p> : null}
      {jobs && jobs.length > 0 ? (
        <ul className={style.list}>
          {jobs.map((job) => (
            <li key={job.id}>
              <Link to={props.to(job)} className={style.item}>
                <span className={style.file}>
                  <strong>{job.fileName}</strong>
                  <small>{props.note(job, nameOf(job.startedBy))}</small>
                </span>
                <span className={style.standing}>{props.state(job)}</span>
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
