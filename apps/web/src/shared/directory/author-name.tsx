import type { StaffRef } from '@engawa/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../address/paths';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import style from './author-name.module.css';

/** The name of an author: a link to a staff member; an integration has a mark and no page. */
export function AuthorName({ staff, className }: { staff: StaffRef; className: string }) {
  const t = useTexts(commonTexts);
  if (!staff.integration) {
    return (
      <Link to={paths.staff(staff.id)} className={`engawa-finger ${className}`}>
        {staff.displayName}
      </Link>
    );
  }
  return (
    <span className={`${className} ${style.integration}`}>
      {staff.displayName}
      <span className={style.mark}>{t('common.integration')}</span>
    </span>
  );
}
