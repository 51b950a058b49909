import { addDays } from '@engawa/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { paths } from '../../shared/address/paths';
import { downloadFile } from '../../shared/api/download';
import { fromLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { showFailure } from '../../shared/feedback/toast.store';
import { DayRange } from '../../shared/form/day-range';
import { Part } from '../../shared/layout/part';
import { Card } from '../../shared/layout/card';
import layout from '../../shared/layout/common.module.css';
import { SettingPage } from '../../shared/layout/setting-page';
import { Note } from '../../shared/display/note';
import { RowLink, RowList } from '../../shared/list/row-list';
import { spaceAdminTexts } from './space-admin.messages';

/** Imports and exports of members and posts as CSV (MBR-4, MBR-6, TML-9). */
export function ExportPart() {
  const t = useTexts(spaceAdminTexts);
  const intl = useIntl();
  const [span, setSpan] = useState({ from: '', until: '' });
  const postsPath = () => {
    const { from, until } = span;
    const params = new URLSearchParams();
    const first = from && fromLocalField(intl, `${from}T00:00`);
    const last = until && fromLocalField(intl, `${addDays(until, 1)}T00:00`);
    if (first) params.set('from', first);
    if (last) params.set('to', last);
    return `/posts/export?${params.toString()}`;
  };
  return (
    <SettingPage title={t('spaceAdmin.data')}>
      <Part title={t('spaceAdmin.imports')}>
        <RowList>
          <Way
            to={paths.memberCsv}
            title={t('spaceAdmin.imports.members')}
            text={t('spaceAdmin.imports.members.text')}
          />
          <Way
            to={`${paths.spaceSetting}?part=import`}
            title={t('spaceAdmin.imports.posts')}
            text={t('spaceAdmin.imports.posts.text')}
          />
        </RowList>
      </Part>
      <Part title={t('spaceAdmin.export')} lead={t('spaceAdmin.export.lead')}>
        <Stack>
          <Download
            title={t('spaceAdmin.export.members')}
            path={() => `/members/csv?language=${intl.locale === 'en' ? 'en' : 'ja'}`}
            file="members.csv"
          />
          <Download title={t('spaceAdmin.export.posts')} path={postsPath} file="posts.csv">
            <Group grow>
              <DayRange
                {...span}
                words={{ from: t('spaceAdmin.export.from'), until: t('spaceAdmin.export.until') }}
                onChange={(change) => setSpan({ ...span, ...change })}
              />
            </Group>
          </Download>
        </Stack>
      </Part>
    </SettingPage>
  );
}

/** A row that leads to an import. */
function Way(props: { to: string; title: string; text: string }) {
  return (
    <RowLink to={props.to} columns="minmax(0, 1fr) auto">
      <span>
        <strong>{props.title}</strong>
        <Note>{props.text}</Note>
      </span>
      <IconChevronRight size={18} stroke={1.5} aria-hidden="true" />
    </RowLink>
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
    <Card className={layout.form}>
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
    </Card>
  );
}
