import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAuthorNames } from '../directory/author-names';
import style from './job-page.module.css';
import { RelativeTime } from '../display/relative-time';
import { ListSkeleton, ProblemNotice } from '../feedback/states';

/** A job on an uploaded file. */
interface FileJob {
  id: string;
  fileName: string;
  /** Staff id. */
  startedBy: string;
  createdAt: string;
}

/** The latest jobs of a kind: file, who started them, state. */
export function JobList<J extends FileJob>(props: {
  title: string;
  /** Text of an empty list. */
  empty: string;
  /** Undefined while loading. */
  jobs: readonly J[] | undefined;
  error: unknown;
  onRetry: () => void;
  to: (job: J) => string;
  /** Line below the file's name; `name` is that of who started it, empty if unknown. */
  note: (job: J, name: string) => ReactNode;
  state: (job: J) => ReactNode;
}) {
  const { jobs, error } = props;
  const nameOf = useAuthorNames((jobs ?? []).map(({ startedBy }) => startedBy));
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
