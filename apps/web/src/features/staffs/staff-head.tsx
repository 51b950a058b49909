import type { Staff } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { commonTexts } from '../../shared/intl/common.messages';
import { exactDateTime } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { Face } from '../../shared/ui/face';
import { staffTexts } from './staffs.messages';
import style from './staffs.module.css';

/** The head of a staff's page; `?showDetail` opens the basic information (source, section 2). */
export function StaffHead({ staff }: { staff: Staff }) {
  const say = useTexts(staffTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const [params, setParams] = useSearchParams();
  const detail = params.has('showDetail');
  const toggle = () => {
    const next = new URLSearchParams(params);
    if (detail) next.delete('showDetail');
    else next.set('showDetail', 'true');
    setParams(next, { replace: true });
  };
  return (
    <header className={style.head}>
      <Face
        id={staff.id}
        name={staff.displayName}
        photoUrl={staff.photoUrl}
        size={64}
        faded={staff.deactivated}
      />
      <div className={style.headText}>
        <h2 className={style.headName}>
          {staff.displayName}
          {staff.deactivated ? (
            <span className={style.badge}>{common('common.deactivated')}</span>
          ) : null}
        </h2>
        <p className={style.headLine}>{staff.jobTitle}</p>
      </div>
      <Button variant="default" onClick={toggle} aria-expanded={detail}>
        {say(detail ? 'staffs.detail.hide' : 'staffs.detail.show')}
      </Button>
      {detail ? (
        <dl className={style.facts} aria-label={say('staffs.detail')}>
          <dt>{say('staffs.role')}</dt>
          <dd>{say(`staffs.role.${staff.role}`)}</dd>
          {staff.jobTitle ? (
            <>
              <dt>{say('staffs.jobTitle')}</dt>
              <dd>{staff.jobTitle}</dd>
            </>
          ) : null}
          <dt>{say('staffs.email')}</dt>
          <dd>
            <a href={`mailto:${staff.email}`}>{staff.email}</a>
          </dd>
          {staff.bio ? (
            <>
              <dt>{say('staffs.bio')}</dt>
              <dd className={style.prose}>{staff.bio}</dd>
            </>
          ) : null}
          <dt>{say('staffs.since')}</dt>
          <dd>{exactDateTime(intl, staff.createdAt)}</dd>
        </dl>
      ) : null}
    </header>
  );
}
