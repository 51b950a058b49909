import type { ApiToken } from '@engawa/contracts';
import { TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { FormDialog, useClose } from '../../shared/form/form-dialog';
import { PhotoChoice } from '../../shared/form/photo-choice';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import {
  useDeleteApiTokenPhotoMutation,
  useGetApiTokenUsesQuery,
  useUpdateApiTokenMutation,
  useUploadApiTokenPhotoMutation,
} from './space-records.api';
import { spaceRecordTexts } from './space-records.messages';
import style from './space-records.module.css';
import { barsOf, integrationOf } from './space-records.rules';
import { Note } from '../../shared/display/note';

/** Name and picture of an integration, and how often it is used (IDN-11). */
export function TokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const t = useTexts(spaceRecordTexts);
  const close = useClose(onClose);
  const [update] = useUpdateApiTokenMutation();
  const [tried, setTried] = useState(false);
  const edit = useSafeEdit({
    thing: token,
    fieldsOf: ({ name }: ApiToken) => ({ name }),
    send: ({ name }, { id, version }) => update({ id, version, name: name.trim() }).unwrap(),
  });
  const nameless = edit.fields.name.trim() === '';
  const save = async () => {
    setTried(true);
    if (nameless || !(await edit.save()).done) return;
    showToast(t('tokens.saved'));
    close();
  };
  return (
    <FormDialog
      title={token.name}
      busy={edit.busy}
      disabled={!edit.changed && !edit.conflict}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Picture token={token} />
      <TextInput
        label={t('tokens.name')}
        description={t('tokens.name.author')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={100}
        value={edit.fields.name}
        error={tried && nameless ? t('tokens.required') : null}
        onChange={(event) => edit.setFields({ name: event.currentTarget.value })}
      />
      <EditConflicts edit={edit} wordOf={() => t('tokens.name')} />
      {edit.error ? <ProblemNotice error={edit.error} /> : null}
      <Uses tokenId={token.id} />
    </FormDialog>
  );
}

function Picture({ token }: { token: ApiToken }) {
  const t = useTexts(spaceRecordTexts);
  const problemText = useProblemText();
  const [upload, uploading] = useUploadApiTokenPhotoMutation();
  const [remove, removing] = useDeleteApiTokenPhotoMutation();
  const fail = (error: unknown) => void showFailure(problemText(error));
  return (
    <PhotoChoice
      staff={integrationOf(token)}
      uploading={uploading.isLoading}
      removing={removing.isLoading}
      onUpload={(file) =>
        void upload({ id: token.id, file })
          .unwrap()
          .then(() => void showToast(t('tokens.saved')), fail)
      }
      onRemove={() =>
        void remove(token.id)
          .unwrap()
          .then(() => void showToast(t('tokens.saved')), fail)
      }
    />
  );
}

/** Requests of the last days as bars; each has its figure in words. */
function Uses({ tokenId }: { tokenId: string }) {
  const t = useTexts(spaceRecordTexts);
  const intl = useIntl();
  const { data, error, refetch } = useGetApiTokenUsesQuery(tokenId, {
    refetchOnMountOrArgChange: true,
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={1} />;
  const { days } = data;
  const bars = barsOf(days);
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <section aria-label={t('tokens.uses')}>
      <Note mb="xs">
        <strong>{t('tokens.uses')}</strong>{' '}
        {t('tokens.uses.total', {
          total: intl.formatNumber(total),
          today: intl.formatNumber(days.at(-1)?.requests ?? 0),
        })}
      </Note>
      <ol className={style.uses}>
        {days.map(({ day, requests }, index) => {
          const text = t('tokens.uses.day', {
            // The day as a calendar date, wherever the reader is.
            day: intl.formatDate(`${day}T00:00:00Z`, {
              timeZone: 'UTC',
              month: 'short',
              day: 'numeric',
            }),
            count: requests,
          });
          return (
            <li key={day} data-tip={text} style={{ blockSize: `${bars[index]}%` }}>
              <VisuallyHidden>{text}</VisuallyHidden>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
