import { Box, Stack, Textarea, TextInput } from '@mantine/core';
import type { Staff } from '@engawa/contracts';
import { type FormEvent, useRef } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { EditConflicts } from '../../shared/edit/edit-conflicts';
import { useSafeEdit } from '../../shared/edit/use-safe-edit';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSession } from '../../shared/session/use-session';
import { PhotoChoice } from '../../shared/form/photo-choice';
import { ProblemNotice } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import {
  useDeleteProfilePhotoMutation,
  useUpdateProfileMutation,
  useUploadProfilePhotoMutation,
} from './profile.api';
import { Part } from '../../shared/layout/part';
import layout from '../../shared/layout/common.module.css';
import { profileTexts } from './profile.messages';
import { SubmitButton } from '../../shared/form/submit-button';

/** Name, job title, introduction and photo of the caller. */
export function ProfileForm() {
  const t = useTexts(profileTexts);
  const common = useTexts(commonTexts);
  const { staff } = useSession();
  const [update] = useUpdateProfileMutation();
  const saved = useRef<Staff>(undefined);
  const edit = useSafeEdit({
    thing: staff,
    keep: 'profile',
    fieldsOf: ({ displayName, jobTitle, bio }: Staff) => ({ displayName, jobTitle, bio }),
    send: async (change, { version }) => {
      saved.current = await update({ version, change }).unwrap();
    },
  });
  const { fields, conflict } = edit;
  const set = (change: Partial<typeof fields>) => edit.setFields({ ...fields, ...change });
  const problem = edit.error ? problemFrom(edit.error) : null;
  const nameless = fields.displayName.trim() === '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (nameless || !(await edit.save()).done || !saved.current) return;
    edit.restart(saved.current);
    showToast(t('profile.saved'));
  };

  return (
    <Part title={t('profile.basic')}>
      <Box my="md">
        <PhotoField />
      </Box>
      <Stack component="p" gap={0} mb="md">
        <small>{t('profile.email')}</small>
        {staff.email}
      </Stack>
      <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('profile.name')}
          required
          maxLength={100}
          autoComplete="name"
          value={fields.displayName}
          error={nameless ? t('profile.required') : fieldText(problem, 'displayName')}
          onChange={(event) => set({ displayName: event.currentTarget.value })}
        />
        <TextInput
          label={t('profile.jobTitle')}
          maxLength={100}
          value={fields.jobTitle}
          error={fieldText(problem, 'jobTitle')}
          onChange={(event) => set({ jobTitle: event.currentTarget.value })}
        />
        <Textarea
          label={t('profile.bio')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          value={fields.bio}
          error={fieldText(problem, 'bio')}
          onChange={(event) => set({ bio: event.currentTarget.value })}
        />
        <EditConflicts
          edit={edit}
          wordOf={(name) => t(name === 'displayName' ? 'profile.name' : `profile.${name}`)}
        />
        {problem ? <ProblemNotice error={problem} /> : null}
        <SubmitButton busy={edit.busy} disabled={(!edit.changed && !conflict) || nameless}>
          {common('common.save')}
        </SubmitButton>
      </form>
    </Part>
  );
}

function PhotoField() {
  const t = useTexts(profileTexts);
  const problemText = useProblemText();
  const { staff } = useSession();
  const [upload, uploading] = useUploadProfilePhotoMutation();
  const [remove, removing] = useDeleteProfilePhotoMutation();
  const fail = (error: unknown) => void showFailure(problemText(error));
  return (
    <PhotoChoice
      staff={staff}
      uploading={uploading.isLoading}
      removing={removing.isLoading}
      onUpload={(file) =>
        void upload(file)
          .unwrap()
          .then(() => void showToast(t('profile.photo.saved')), fail)
      }
      onRemove={() =>
        void remove()
          .unwrap()
          .then(() => void showToast(t('profile.photo.removed')), fail)
      }
    />
  );
}
