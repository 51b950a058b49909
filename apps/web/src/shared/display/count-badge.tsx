import style from './count-badge.module.css';

/** A count beside a menu entry; hidden at zero, optionally 9+ above nine. */
export function CountBadge(props: {
  count: number;
  tone: 'waiting' | 'quiet';
  /** Accessible text of the count. */
  label: string;
  capAtNine?: boolean;
}) {
  if (props.count <= 0) return null;
  return (
    <span className={`${style.badge} ${style[props.tone]}`}>
      <span aria-hidden="true">{props.capAtNine && props.count > 9 ? '9+' : props.count}</span>
      <span className="engawa-unseen">{props.label}</span>
    </span>
  );
}
