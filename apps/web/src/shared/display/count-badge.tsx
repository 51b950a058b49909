import { Badge } from '@mantine/core';

/** A count beside a menu entry; hidden at zero, optionally 9+ above nine. */
export function CountBadge(props: {
  count: number;
  tone: 'waiting' | 'quiet';
  /** Accessible text of the count. */
  label: string;
  capAtNine?: boolean;
}) {
  if (props.count <= 0) return null;
  const look =
    props.tone === 'waiting'
      ? { bg: 'var(--e-waiting)', c: 'var(--e-on-waiting)' }
      : { bg: 'var(--e-pressed)', c: 'dimmed' };
  return (
    <Badge component="span" h={20} lh={1.5} miw={20} px={6} {...look}>
      <span aria-hidden="true">{props.capAtNine && props.count > 9 ? '9+' : props.count}</span>
      <span className="engawa-unseen">{props.label}</span>
    </Badge>
  );
}
