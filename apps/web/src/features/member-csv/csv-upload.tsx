import type { MemberImport, MemberImportMode } from '@engawa/contracts';
import { Button, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { downloadFile } from '../../shared/api/download';
import { useTellClosed } from '../../shared/feedback/use-tell-closed';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { showFailure } from '../../shared/feedback/toast.store';
import { CsvChoice } from '../../shared/form/csv-choice';
import { useCheckMemberCsvMutation } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import { PasteTable } from './paste-table';
import style from '../../shared/import-job/job-page.module.css';
import { Card } from '../../shared/layout/card';
import { Note } from '../../shared/display/note';
import layout from '../../shared/layout/common.module.css';

const modes: readonly MemberImportMode[] = ['add', 'update', 'updateType'];

/** Chooses mode and CSV file, and starts the check. */
export function CsvUpload({ onChecked }: { onChecked: (job: MemberImport) => void }) {
  const t = useTexts(memberCsvTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [mode, setMode] = useState<MemberImportMode>('add');
  const [check, { isLoading, error, reset }] = useCheckMemberCsvMutation();
  const tellClosed = useTellClosed();
  const language = intl.locale === 'en' ? 'en' : 'ja';

  const choose = async (file: File) => {
    reset();
    const answer = await check({ mode, file });
    if (answer.data) onChecked(answer.data);
    else tellClosed(answer.error);
  };
  const template = () =>
    downloadFile(
      `/members/csv/template?mode=${mode}&language=${language}`,
      `members-${mode}-template.csv`,
    ).catch((cause: unknown) => void showFailure(problemText(cause)));

  return (
    <Card component="section" mb="md" className={layout.form} aria-labelledby="csv-upload">
      <h2 id="csv-upload">{t('memberCsv.upload')}</h2>
      <Note>{t('memberCsv.upload.lead')}</Note>
      <fieldset>
        <legend>{t('memberCsv.mode')}</legend>
        <Stack gap={8}>
          {modes.map((name) => (
            <label key={name} className={style.mode}>
              <input
                type="radio"
                name="mode"
                value={name}
                checked={mode === name}
                onChange={() => setMode(name)}
              />
              <strong>{t(`memberCsv.mode.${name}`)}</strong>
              <small>{t(`memberCsv.mode.${name}.help`)}</small>
            </label>
          ))}
        </Stack>
      </fieldset>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => void template()}
      >
        {t('memberCsv.template')}
      </Button>
      <CsvChoice
        action={t('memberCsv.choose')}
        text={t('memberCsv.drop')}
        notCsv={(name) => t('memberCsv.notCsv', { name })}
        busy={isLoading}
        error={error}
        onFile={(file) => void choose(file)}
      />
      <PasteTable busy={isLoading} onFile={(file) => void choose(file)} />
    </Card>
  );
}
