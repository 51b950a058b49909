import type { StaffRef } from '@engawa/contracts';
import { Button, Group, Text } from '@mantine/core';
import { type ChangeEvent, useRef } from 'react';
import { StaffAvatar } from '../avatar/person-avatar';
import { showFailure } from '../feedback/toast.store';
import { useTexts } from '../intl/messages';
import { photoTexts } from './photo-choice.messages';

/** Largest photo, as in the API. */
const PHOTO_MAX_BYTES = 4 * 1024 * 1024;

/** Shows the photo of a staff member or integration, takes another one, or removes it. */
export function PhotoChoice(props: {
  staff: StaffRef;
  uploading: boolean;
  removing: boolean;
  onUpload: (file: File) => void;
  onRemove: () => void;
}) {
  const t = useTexts(photoTexts);
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    if (file.size > PHOTO_MAX_BYTES) showFailure(t('photo.large'));
    else props.onUpload(file);
  };
  return (
    <Group gap="10px 16px" pt={10}>
      <StaffAvatar staff={props.staff} size={72} />
      <Group gap="xs">
        <Button variant="default" loading={props.uploading} onClick={() => input.current?.click()}>
          {t('photo.choose')}
        </Button>
        {props.staff.photoUrl ? (
          <Button variant="subtle" color="gray" loading={props.removing} onClick={props.onRemove}>
            {t('photo.remove')}
          </Button>
        ) : null}
      </Group>
      <Text component="small" size="xs" c="dimmed" flex="1 0 100%">
        {t('photo.help')}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={t('photo.choose')}
        onChange={choose}
      />
    </Group>
  );
}
