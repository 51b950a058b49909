import type { PostImport } from '@engawa/contracts';
import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { saveBlob } from '../../shared/api/download';
import { useTellClosed } from '../../shared/feedback/use-tell-closed';
import { useTexts } from '../../shared/intl/messages';
import { CsvChoice } from '../../shared/form/csv-choice';
import { useCheckPostCsvMutation } from './post-csv.api';
import { postCsvTexts } from './post-csv.messages';
import { templateOf } from './post-csv.rules';
import { Card } from '../../shared/layout/card';
import { Note } from '../../shared/display/note';
import layout from '../../shared/layout/common.module.css';

/** Chooses a CSV file and starts its check. */
export function ImportUpload({ onBegun }: { onBegun: (job: PostImport) => void }) {
  const t = useTexts(postCsvTexts);
  const intl = useIntl();
  const [check, { isLoading, error, reset }] = useCheckPostCsvMutation();
  const tellClosed = useTellClosed();

  const choose = async (file: File) => {
    reset();
    const answer = await check(file);
    if (answer.data) onBegun(answer.data);
    else tellClosed(answer.error);
  };
  const template = () => {
    const content = templateOf(intl.locale === 'en' ? 'en' : 'ja');
    saveBlob(new Blob([content], { type: 'text/csv' }), 'posts-template.csv');
  };

  return (
    <Card component="section" mb="md" className={layout.form} aria-labelledby="post-csv-upload">
      <h2 id="post-csv-upload">{t('postCsv.upload')}</h2>
      <Note>{t('postCsv.lead')}</Note>
      <Text size="sm">{t('postCsv.help')}</Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden="true" />}
        onClick={template}
      >
        {t('postCsv.template')}
      </Button>
      <CsvChoice
        action={t('postCsv.choose')}
        text={t('postCsv.drop')}
        notCsv={(name) => t('postCsv.notCsv', { name })}
        busy={isLoading}
        error={error}
        onFile={(file) => void choose(file)}
      />
    </Card>
  );
}
