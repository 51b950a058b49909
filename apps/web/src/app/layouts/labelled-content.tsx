import { Box } from '@mantine/core';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { ProblemNotice, Waiting } from '../../shared/feedback/states';
import { prefetchLazyParts } from '../../shared/lazy/lazy-part';

/** The page of the address, once the labels are loaded (specification). */
export function LabelledContent() {
  const labels = useListLabelsQuery();
  const ready = labels.data !== undefined;
  useEffect(() => (ready ? prefetchLazyParts() : undefined), [ready]);
  if (labels.data) return <Outlet />;
  if (labels.error) {
    return (
      <Box p={24}>
        <ProblemNotice error={labels.error} onRetry={() => void labels.refetch()} />
      </Box>
    );
  }
  return <Waiting />;
}
