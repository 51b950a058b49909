import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { useRetriedReads } from '../../shared/live/retry-reads';
import { ProblemNotice, Waiting } from '../../shared/feedback/states';
import { prefetchLazyParts } from '../../shared/lazy/lazy-part';
import style from './frame.module.css';

/** The page of the address, once the labels are loaded (specification). */
export function LabelledContent() {
  useRetriedReads();
  const labels = useListLabelsQuery();
  const ready = labels.data !== undefined;
  useEffect(() => (ready ? prefetchLazyParts() : undefined), [ready]);
  if (labels.data) return <Outlet />;
  if (labels.error) {
    return (
      <div className={style.problem}>
        <ProblemNotice error={labels.error} onRetry={() => void labels.refetch()} />
      </div>
    );
  }
  return <Waiting />;
}
