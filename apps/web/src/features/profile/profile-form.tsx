import { Button, Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { StaffFace } from '../../shared/directory/person-face';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { fieldText, problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSession } from '../../shared/session/use-session';
import { ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import {
  useDeleteProfilePhotoMutation,
  useUpdateProfileMutation,
  useUploadProfilePhotoMutation,
} from './profile.api';
import { profileTexts } from './profile.messages';
import style from './profile.module.css';

/** Largest photo, as in the API. */
const LARGEST = 4 * 1024 * 1024;

/** Name, job title, introduction and photo of the caller. */
export function ProfileForm() {
  const say = useTexts(profileTexts);
  const common = useTexts(commonTexts);
  const { staff } = useSession();
  const [displayName, setDisplayName] = useState(staff.displayName);
  const [jobTitle, setJobTitle] = useState(staff.jobTitle);
  const [bio, setBio] = useState(staff.bio);
  const [update, { isLoading, error }] = useUpdateProfileMutation();
  const problem = error ? problemFrom(error) : null;
  const nameless = displayName.trim() === '';
  const unchanged =
    displayName === staff.displayName && jobTitle === staff.jobTitle && bio === staff.bio;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (nameless) return;
    const change = { displayName, jobTitle, bio };
    const answer = await update({ version: staff.version, change });
    if (!answer.data) return;
    setDisplayName(answer.data.displayName);
    setJobTitle(answer.data.jobTitle);
    setBio(answer.data.bio);
    showToast(say('profile.saved'));
  };

  return (
    <section className={style.part} aria-labelledby="profile-basic">
      <h2 id="profile-basic">{say('profile.basic')}</h2>
      <PhotoField />
      <p className={style.email}>
        <small>{say('profile.email')}</small>
        {staff.email}
      </p>
      <form className={style.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={say('profile.name')}
          required
          maxLength={100}
          autoComplete="name"
          value={displayName}
          error={nameless ? say('profile.required') : fieldText(problem, 'displayName')}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
        />
        <TextInput
          label={say('profile.jobTitle')}
          maxLength={100}
          value={jobTitle}
          error={fieldText(problem, 'jobTitle')}
          onChange={(event) => setJobTitle(event.currentTarget.value)}
        />
        <Textarea
          label={say('profile.bio')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          value={bio}
          error={fieldText(problem, 'bio')}
          onChange={(event) => setBio(event.currentTarget.value)}
        />
        {problem ? <ProblemNotice error={problem} /> : null}
        <Button type="submit" loading={isLoading} disabled={unchanged || nameless}>
          {common('common.save')}
        </Button>
      </form>
    </section>
  );
}

function PhotoField() {
  const say = useTexts(profileTexts);
  const problemText = useProblemText();
  const { staff } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [upload, uploading] = useUploadProfilePhotoMutation();
  const [remove, removing] = useDeleteProfilePhotoMutation();
  const fail = (error: unknown) => void showFailure(problemText(error));
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    if (file.size > LARGEST) {
      showFailure(say('profile.photo.large'));
      return;
    }
    void upload(file)
      .unwrap()
      .then(() => void showToast(say('profile.photo.saved')), fail);
  };
  const takeAway = () =>
    remove()
      .unwrap()
      .then(() => void showToast(say('profile.photo.removed')), fail);
  return (
    <div className={style.photo}>
      <StaffFace staff={staff} size={72} />
      <div className={style.buttons}>
        <Button
          variant="default"
          loading={uploading.isLoading}
          onClick={() => input.current?.click()}
        >
          {say('profile.photo.choose')}
        </Button>
        {staff.photoUrl ? (
          <Button
            variant="subtle"
            color="gray"
            loading={removing.isLoading}
            onClick={() => void takeAway()}
          >
            {say('profile.photo.remove')}
          </Button>
        ) : null}
      </div>
      <small>{say('profile.photo.help')}</small>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={say('profile.photo.choose')}
        onChange={choose}
      />
    </div>
  );
}
