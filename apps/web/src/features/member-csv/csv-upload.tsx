import type { MemberImport, MemberImportMode } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { downloadFile } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { showFailure } from '../../shared/ui/toast.store';
import { CsvChoice } from '../../shared/ui/csv-choice';
import { useCheckMemberCsvMutation } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import style from '../../shared/ui/job-page.module.css';

const modes: readonly MemberImportMode[] = ['add', 'update', 'updateType'];

/** Chooses mode and CSV file, and starts the check. */
export function CsvUpload({ onChecked }: { onChecked: (job: MemberImport) => void }) {
  const say = useTexts(memberCsvTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [mode, setMode] = useState<MemberImportMode>('add');
  const [check, { isLoading, error, reset }] = useCheckMemberCsvMutation();
  const language = intl.locale === 'en' ? 'en' : 'ja';

  const choose = async (file: File) => {
    reset();
    const answer = await check({ mode, file });
    if (answer.data) onChecked(answer.data);
  };
  const template = () =>
    downloadFile(
      `/members/csv/template?mode=${mode}&language=${language}`,
      `members-${mode}-template.csv`,
    ).catch((cause: unknown) => void showFailure(problemText(cause)));

  return (
    <section className={style.card} aria-labelledby="csv-upload">
      <h2 id="csv-upload">{say('memberCsv.upload')}</h2>
      <p className={style.lead}>{say('memberCsv.upload.lead')}</p>
      <fieldset className={style.modes}>
        <legend>{say('memberCsv.mode')}</legend>
        {modes.map((name) => (
          <label key={name} className={style.mode}>
            <input
              type="radio"
              name="mode"
              value={name}
              checked={mode === name}
              onChange={() => setMode(name)}
            />
            <strong>{say(`memberCsv.mode.${name}`)}</strong>
            <small>{say(`memberCsv.mode.${name}.help`)}</small>
          </label>
        ))}
      </fieldset>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => void template()}
      >
        {say('memberCsv.template')}
      </Button>
      <CsvChoice
        action={say('memberCsv.choose')}
        text={say('memberCsv.drop')}
        notCsv={(name) => say('memberCsv.notCsv', { name })}
        busy={isLoading}
        error={error}
        onFile={(file) => void choose(file)}
      />
    </section>
  );
}
