import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { problemFrom } from '../problem/api-problem';
import { useProblemText } from '../problem/problem-text';
import style from './states.module.css';

/** An empty state with its first step. */
export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={style.state}>
      {props.icon ? (
        <span className={style.icon} aria-hidden="true">
          {props.icon}
        </span>
      ) : null}
      <p className={style.title}>{props.title}</p>
      {props.children ? <p className={style.text}>{props.children}</p> : null}
      {props.action ? <div className={style.action}>{props.action}</div> : null}
    </div>
  );
}

/** An error with what can be done, in place. */
export function ProblemNotice(props: { error: unknown; onRetry?: () => void }) {
  const say = useTexts(commonTexts);
  const text = useProblemText()(props.error);
  const { requestId, status } = problemFrom(props.error);
  return (
    <div className={style.notice} role="alert">
      <IconAlertCircle size={18} stroke={1.5} aria-hidden="true" />
      <div>
        <p>{text}</p>
        {requestId && status >= 500 ? (
          <small>{say('common.problem.code', { id: requestId })}</small>
        ) : null}
      </div>
      {props.onRetry ? (
        <Button
          className={style.noticeAction}
          size="compact-sm"
          variant="default"
          onClick={props.onRetry}
        >
          {say('common.retry')}
        </Button>
      ) : null}
    </div>
  );
}

/** A skeleton block; shows after 150 ms, so that a quick answer does not flash. */
export function Bone(props: { width?: CSSProperties['width']; height?: number; round?: boolean }) {
  const { width = '100%', height = 14, round } = props;
  return <span className={style.bone} style={{ width, height, borderRadius: round ? 999 : 6 }} />;
}

/** The skeleton of a list with avatars. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  const say = useTexts(commonTexts);
  return (
    <div role="status">
      <VisuallyHidden>{say('common.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={style.row}>
          <Bone width={36} height={36} round />
          <span className={style.lines}>
            <Bone width={`${30 + ((index * 17) % 30)}%`} />
            <Bone width={`${50 + ((index * 23) % 40)}%`} height={12} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** A centred spinner, after 150 ms. */
export function Waiting() {
  const say = useTexts(commonTexts);
  return (
    <div className={style.center} role="status">
      <span className={style.spin}>
        <Loader size="sm" aria-label={say('common.loading')} />
      </span>
    </div>
  );
}
