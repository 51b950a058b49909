import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAuthorNames } from '../directory/author-names';
import { Note } from '../display/note';
import { RowLink, RowList, RowPair } from '../list/row-list';
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
      <h2>{props.title}</h2>
      {!jobs && !error ? <ListSkeleton rows={3} /> : null}
      {error && !jobs ? <ProblemNotice error={error} onRetry={props.onRetry} /> : null}
      {jobs?.length === 0 ? <Note mt="xs">{props.empty}</Note> : null}
      {jobs && jobs.length > 0 ? (
        <Box mt="xs">
          <RowList>
            {jobs.map((job) => (
              <RowLink
                key={job.id}
                to={props.to(job)}
                columns="minmax(0, 1fr) 140px 130px"
                narrow="minmax(0, 1fr) auto"
              >
                <RowPair>
                  <strong>{job.fileName}</strong>
                  <small>{props.note(job, nameOf(job.startedBy))}</small>
                </RowPair>
                <span>{props.state(job)}</span>
                <small>
                  <RelativeTime at={job.createdAt} />
                </small>
              </RowLink>
            ))}
          </RowList>
        </Box>
      ) : null}
    </section>
  );
}
