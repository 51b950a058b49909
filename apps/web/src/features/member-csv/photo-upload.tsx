import type { UploadMemberPhotosAnswer } from '@engawa/contracts';
import { IconPhotoUp } from '@tabler/icons-react';
import { useState } from 'react';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useTellClosed } from '../../shared/feedback/use-tell-closed';
import { useTexts } from '../../shared/intl/messages';
import { ProblemNotice } from '../../shared/feedback/states';
import { FileChoice } from '../../shared/form/file-choice';
import { useMounted } from '../../shared/layout/use-mounted';
import { useUploadMemberPhotosMutation } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import { photoBatches, photoRefusal } from './member-csv.rules';
import { ProgressBar } from '../../shared/feedback/progress-bar';
import { Card } from '../../shared/layout/card';
import { Note } from '../../shared/display/note';
import { Text } from '@mantine/core';
import layout from '../../shared/layout/common.module.css';
import { Row, RowList } from '../../shared/list/row-list';

type Outcome = UploadMemberPhotosAnswer['items'][number];

/** Uploads photos, matched to members by file name (MBR-4). */
export function PhotoUpload() {
  const t = useTexts(memberCsvTexts);
  const [upload] = useUploadMemberPhotosMutation();
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null);
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const tellClosed = useTellClosed();
  const isMounted = useMounted();
  /** Says to a reader who left the page what the page would show. */
  const tell = (found: readonly Outcome[]) => {
    const unused = found.filter(({ refusal }) => refusal !== null).length;
    const done = t('memberCsv.photos.done', { count: found.length - unused });
    if (unused === 0) showToast(done);
    else showFailure(`${done} ${t('memberCsv.photos.refused', { count: unused })}`);
  };

  const send = async (files: File[]) => {
    const refused = files.flatMap((file): Outcome[] => {
      const refusal = photoRefusal(file);
      return refusal ? [{ fileName: file.name, memberId: null, refusal }] : [];
    });
    const good = files.filter((file) => photoRefusal(file) === null);
    const found: Outcome[] = [...refused];
    setError(null);
    setOutcomes(null);
    let done = 0;
    for (const batch of photoBatches(good)) {
      setSent({ done, total: good.length });
      const answer = await upload(batch);
      if (answer.error) {
        tellClosed(answer.error);
        setError(answer.error);
        break;
      }
      found.push(...answer.data);
      done += batch.length;
    }
    setSent(null);
    setOutcomes(found);
    if (!isMounted() && found.length > 0) tell(found);
  };

  const placed = outcomes?.filter(({ refusal }) => refusal === null).length ?? 0;
  const refused = outcomes?.filter(({ refusal }) => refusal !== null) ?? [];
  return (
    <Card component="section" mb="md" className={layout.form} aria-labelledby="photo-upload">
      <h2 id="photo-upload">{t('memberCsv.photos')}</h2>
      <Note>{t('memberCsv.photos.lead')}</Note>
      <FileChoice
        action={t('memberCsv.photos.choose')}
        icon={<IconPhotoUp size={18} stroke={1.5} aria-hidden="true" />}
        text={sent ? t('memberCsv.photos.sending', sent) : ''}
        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
        multiple
        busy={sent !== null}
        onFiles={(files) => void send(files)}
      />
      {sent ? (
        <ProgressBar
          label={t('memberCsv.photos')}
          value={sent.total > 0 ? sent.done / sent.total : null}
        />
      ) : null}
      {error ? <ProblemNotice error={error} /> : null}
      {placed > 0 || (outcomes && !error) ? (
        <Text size="sm" role="status">
          {t('memberCsv.photos.done', { count: placed })}
        </Text>
      ) : null}
      {refused.length > 0 ? (
        <>
          <Text size="sm">{t('memberCsv.photos.refused', { count: refused.length })}</Text>
          <RowList>
            {refused.map(({ fileName, refusal }, index) => (
              <Row key={`${index}-${fileName}`} columns="minmax(0, 1fr) auto">
                {fileName}
                <small>{refusal ? t(`memberCsv.photos.${refusal}`) : null}</small>
              </Row>
            ))}
          </RowList>
        </>
      ) : null}
    </Card>
  );
}
