import { Button, Group, Text } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { isNotFound } from '../problem/api-problem';
import { BackLink } from '../layout/back-link';
import { Card } from '../layout/card';
import layout from '../layout/common.module.css';
import { Note } from '../display/note';
import { ProgressBar } from '../feedback/progress-bar';
import { EmptyState, ListSkeleton, ProblemNotice } from '../feedback/states';

/** One job under its file's name, with a link back to the list. */
export function JobFrame<J extends { fileName: string }>(props: {
  back: string;
  to: string;
  /** Text when there is no such job. */
  gone: string;
  /** Undefined while loading. */
  job: J | undefined;
  error: unknown;
  onRetry: () => void;
  /** Beside the file's name. */
  state: (job: J) => ReactNode;
  children: (job: J) => ReactNode;
}) {
  const { job, error } = props;
  return (
    <>
      <BackLink to={props.to}>{props.back}</BackLink>
      {job ? (
        <>
          <Group gap="sm" mb="md">
            <JobTitle>{job.fileName}</JobTitle>
            {props.state(job)}
          </Group>
          {props.children(job)}
        </>
      ) : !error ? (
        <ListSkeleton rows={4} />
      ) : isNotFound(error) ? (
        <EmptyState icon={<IconFileOff size={32} stroke={1.5} />} title={props.gone} />
      ) : (
        <ProblemNotice error={error} onRetry={props.onRetry} />
      )}
    </>
  );
}

/** Takes the focus that was lost with the button or link that opened the job. */
function JobTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.matches('h1')) title.current?.focus();
  }, []);
  return (
    <h2 ref={title} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** Progress of a job. */
export function JobProgress(props: {
  label: string;
  /** 0 to 1; null if unknown. */
  value: number | null;
  text: string;
  /** Says that the job continues without the page. */
  stay: string;
  /** Absent when the job cannot be cancelled. */
  cancel?: { label: string; busy: boolean; onCancel: () => void };
}) {
  const { cancel } = props;
  return (
    <Card className={layout.form} mb="md">
      <ProgressBar label={props.label} value={props.value} />
      <Text size="sm">{props.text}</Text>
      <Note>{props.stay}</Note>
      {cancel ? (
        <Button variant="default" loading={cancel.busy} onClick={cancel.onCancel}>
          {cancel.label}
        </Button>
      ) : null}
    </Card>
  );
}
