import type { PostImport } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { saveBlob } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { FileChoice } from '../../shared/ui/file-choice';
import style from '../../shared/ui/job-page.module.css';
import { ProblemNotice } from '../../shared/ui/states';
import { ImportCounts, ImportRefusals } from './import-result';
import { useCheckPostCsvMutation, useImportPostCsvMutation } from './post-csv.api';
import { postCsvTexts } from './post-csv.messages';
import { templateOf } from './post-csv.rules';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** Chooses a CSV file, says what it would do, and begins the import. */
export function ImportUpload({ onBegun }: { onBegun: (job: PostImport) => void }) {
  const say = useTexts(postCsvTexts);
  const intl = useIntl();
  const [notCsv, setNotCsv] = useState<string | null>(null);
  const [checked, setChecked] = useState<{ file: File; job: PostImport } | null>(null);
  const [check, checking] = useCheckPostCsvMutation();
  const [begin, beginning] = useImportPostCsvMutation();

  const choose = async ([file]: File[]) => {
    if (!file) return;
    checking.reset();
    const isCsv = /\.csv$/i.test(file.name);
    setNotCsv(isCsv ? null : file.name);
    if (!isCsv) return;
    const answer = await check(file);
    if (answer.data) setChecked({ file, job: answer.data });
  };
  const run = async () => {
    if (!checked) return;
    const answer = await begin(checked.file);
    if (answer.data) onBegun(answer.data);
  };

  if (checked) {
    const { file, job } = checked;
    return (
      <section className={style.card} aria-labelledby="post-csv-check">
        <h2 id="post-csv-check">{say('postCsv.check')}</h2>
        <p className={style.lead}>{file.name}</p>
        <ImportCounts job={job} />
        {beginning.error ? <ProblemNotice error={beginning.error} /> : null}
        <div className={style.actions}>
          {job.added > 0 ? (
            <Button loading={beginning.isLoading} onClick={() => void run()}>
              {say('postCsv.run', { count: job.added })}
            </Button>
          ) : (
            <p className={style.note}>{say('postCsv.run.none')}</p>
          )}
          <Button variant="default" onClick={() => setChecked(null)}>
            {say('postCsv.run.again')}
          </Button>
        </div>
        {job.added > 0 && job.refused > 0 ? (
          <p className={style.note}>{say('postCsv.run.rest')}</p>
        ) : null}
        <ImportRefusals job={job} />
      </section>
    );
  }
  return (
    <section className={style.card} aria-labelledby="post-csv-upload">
      <h2 id="post-csv-upload">{say('postCsv.title')}</h2>
      <p className={style.lead}>{say('postCsv.lead')}</p>
      <p className={style.note}>{say('postCsv.help')}</p>
      <Button
        variant="default"
        leftSection={<IconDownload {...icon} />}
        onClick={() =>
          saveBlob(
            new Blob([templateOf(intl.locale === 'en' ? 'en' : 'ja')], { type: 'text/csv' }),
            'posts-template.csv',
          )
        }
      >
        {say('postCsv.template')}
      </Button>
      <FileChoice
        action={say('postCsv.choose')}
        icon={<IconFileUpload {...icon} />}
        text={say('postCsv.drop')}
        accept=".csv,text/csv"
        busy={checking.isLoading}
        onFiles={(files) => void choose(files)}
      />
      {notCsv ? (
        <p className={style.wrong} role="alert">
          {say('postCsv.notCsv', { name: notCsv })}
        </p>
      ) : null}
      {checking.error ? <ProblemNotice error={checking.error} /> : null}
    </section>
  );
}
