import style from './count-badge.module.css';

/** A count beside a menu entry; nothing at zero, 9+ above nine where asked. */
export function CountBadge(props: {
  count: number;
  tone: 'waiting' | 'quiet';
  /** Says the count in words, for those who do not see it. */
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
