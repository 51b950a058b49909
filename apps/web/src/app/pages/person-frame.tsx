import { Box, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isNotFound } from '../../shared/problem/api-problem';
import { usePageTitle } from '../../shared/layout/page-frame';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';

/** The page of a person, or its loading and error states. */
export function PersonFrame<Person>(props: {
  /** Document title. */
  title: string;
  person: Person | undefined;
  error: unknown;
  onRetry: () => void;
  /** Shown when nobody has this id. */
  gone: { icon: ReactNode; title: string; text: string; action: string; to: string };
  children: (person: Person) => ReactNode;
}) {
  const { person, error, gone } = props;
  usePageTitle(props.title);
  if (person) return props.children(person);
  return (
    <Box mx="auto" p={24} maw="var(--e-block)">
      {!error ? (
        <ListSkeleton rows={6} />
      ) : isNotFound(error) ? (
        <EmptyState
          icon={gone.icon}
          title={gone.title}
          action={
            <Button component={Link} to={gone.to} variant="default">
              {gone.action}
            </Button>
          }
        >
          {gone.text}
        </EmptyState>
      ) : (
        <ProblemNotice error={error} onRetry={props.onRetry} />
      )}
    </Box>
  );
}
