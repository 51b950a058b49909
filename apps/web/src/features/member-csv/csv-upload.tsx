import type { MemberImport, MemberImportMode } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { downloadFile } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { ProblemNotice } from '../../shared/ui/states';
import { showFailure } from '../../shared/ui/toast.store';
import { FileChoice } from '../../shared/ui/file-choice';
import { useCheckMemberCsvMutation } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import style from '../../shared/ui/job-page.module.css';
import { isCsv } from './member-csv.rules';

const modes: readonly MemberImportMode[] = ['add', 'update', 'updateType'];
const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** Chooses what to do and a CSV file, and has it checked. */
export function CsvUpload({ onChecked }: { onChecked: (job: MemberImport) => void }) {
  const say = useTexts(memberCsvTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [mode, setMode] = useState<MemberImportMode>('add');
  const [notCsv, setNotCsv] = useState<string | null>(null);
  const [check, { isLoading, error, reset }] = useCheckMemberCsvMutation();
  const language = intl.locale === 'en' ? 'en' : 'ja';

  const choose = async ([file]: File[]) => {
    if (!file) return;
    reset();
    setNotCsv(isCsv(file.name) ? null : file.name);
    if (!isCsv(file.name)) return;
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
        leftSection={<IconDownload {...icon} />}
        onClick={() => void template()}
      >
        {say('memberCsv.template')}
      </Button>
      <FileChoice
        action={say('memberCsv.choose')}
        icon={<IconFileUpload {...icon} />}
        text={say('memberCsv.drop')}
        accept=".csv,text/csv"
        busy={isLoading}
        onFiles={(files) => void choose(files)}
      />
      {notCsv ? (
        <p className={style.wrong} role="alert">
          {say('memberCsv.notCsv', { name: notCsv })}
        </p>
      ) : null}
      {error ? <ProblemNotice error={error} /> : null}
    </section>
  );
}
