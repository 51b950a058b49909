import { Button } from '@mantine/core';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { downloadFile } from '../../shared/api/download';
import { fromLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { showFailure } from '../../shared/feedback/toast.store';
import { DayRange } from '../../shared/form/day-range';
import { Part } from '../../shared/layout/part';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';

/** Imports and exports of members and posts as CSV (MBR-4, MBR-6, TML-9). */
export function ExportPart() {
  const t = useTexts(spaceAdminTexts);
  const intl = useIntl();
  const [span, setSpan] = useState({ from: '', until: '' });
  const postsPath = () => {
    const { from, until } = span;
    const params = new URLSearchParams();
    const first = from && fromLocalField(intl, `${from}T00:00`);
    const last = until && fromLocalField(intl, `${dayAfter(until)}T00:00`);
    if (first) params.set('from', first);
    if (last) params.set('to', last);
    return `/posts/export?${params.toString()}`;
  };
  return (
    <>
      <Part className={style.part} title={t('spaceAdmin.imports')}>
        <ul className={style.ways}>
          <li>
            <Link to={paths.memberCsv}>
              <strong>{t('spaceAdmin.imports.members')}</strong>
              <span>{t('spaceAdmin.imports.members.text')}</span>
              <IconChevronRight size={18} stroke={1.5} aria-hidden="true" />
            </Link>
          </li>
          <li>
            <Link to={`${paths.spaceSetting}?part=import`}>
              <strong>{t('spaceAdmin.imports.posts')}</strong>
              <span>{t('spaceAdmin.imports.posts.text')}</span>
              <IconChevronRight size={18} stroke={1.5} aria-hidden="true" />
            </Link>
          </li>
        </ul>
      </Part>
      <Part
        className={style.part}
        title={t('spaceAdmin.export')}
        lead={t('spaceAdmin.export.lead')}
      >
        <div className={style.exports}>
          <Download
            title={t('spaceAdmin.export.members')}
            path={() => `/members/csv?language=${intl.locale === 'en' ? 'en' : 'ja'}`}
            file="members.csv"
          />
          <Download title={t('spaceAdmin.export.posts')} path={postsPath} file="posts.csv">
            <div className={`${style.line} ${style.span}`}>
              <DayRange
                {...span}
                words={{ from: t('spaceAdmin.export.from'), until: t('spaceAdmin.export.until') }}
                onChange={(change) => setSpan({ ...span, ...change })}
              />
            </div>
          </Download>
        </div>
      </Part>
    </>
  );
}

function Download(props: {
  title: string;
  path: () => string;
  file: string;
  children?: ReactNode;
}) {
  const t = useTexts(spaceAdminTexts);
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadFile(props.path(), props.file).catch((error: unknown) => {
      showFailure(problemText(error));
    });
    setBusy(false);
  };
  return (
    <div className={style.export}>
      <h3>{props.title}</h3>
      {props.children}
      <Button
        variant="default"
        loading={busy}
        onClick={() => void download()}
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
      >
        {t('spaceAdmin.export.action')}
      </Button>
    </div>
  );
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
