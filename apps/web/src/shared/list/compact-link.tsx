import { Link, type LinkProps } from 'react-router-dom';
import style from './compact-link.module.css';
import { growing } from './tracks';

/** A row without a divider that is a link, as in a card. */
export function CompactLink(
  props: LinkProps & {
    /** Tracks of the row's grid; one by default. */
    columns?: string;
  },
) {
  const { columns, ...link } = props;
  return (
    <Link
      className={style.link}
      style={columns ? { '--columns': growing(columns) } : undefined}
      {...link}
    />
  );
}
