import { ActionIcon, Group } from '@mantine/core';
import type { Attachment } from '@engawa/contracts';
import { IconCamera, IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTexts } from '../../../shared/intl/messages';
import { useFileSize } from '../post/attachments';
import style from './form.module.css';
import { composerTexts } from './composer.messages';

/** The files of a form, with buttons to remove them. */
export function AttachedFiles(props: {
  files: readonly Attachment[];
  onChange: (files: Attachment[]) => void;
}) {
  const t = useTexts(composerTexts);
  const sizeOf = useFileSize();
  const { files, onChange } = props;
  if (files.length === 0) return null;
  return (
    <Group gap={6} align="stretch">
      {files.map((file) => (
        <span key={file.id} className={`engawa-chip ${style.file}`}>
          {file.thumbUrl ? <img src={file.thumbUrl} alt="" /> : null}
          <span className="engawa-cut">{file.title}</span>
          <small>{sizeOf(file.size)}</small>
          <ActionIcon
            size={26}
            aria-label={t('timeline.attach.remove', { title: file.title })}
            onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
          >
            <IconX size={14} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </span>
      ))}
    </Group>
  );
}

/** Chooses files; on touch devices also takes a photo (TML-6). */
export function FileButtons({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTexts(composerTexts);
  const files = useFileChoice(onFiles);
  return (
    <>
      <FileButton word={t('timeline.attach')} Icon={IconPaperclip} choice={files} />
      <CameraButton onFiles={onFiles} />
    </>
  );
}

/** Takes a photo on touch devices. */
export function CameraButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTexts(composerTexts);
  const camera = useFileChoice(onFiles, { accept: 'image/*', capture: 'environment' });
  return (
    <FileButton
      word={t('timeline.attach.camera')}
      Icon={IconCamera}
      choice={camera}
      className={style.camera}
    />
  );
}

function FileButton(props: {
  word: string;
  Icon: typeof IconCamera;
  choice: ReturnType<typeof useFileChoice>;
  className?: string;
}) {
  const { word, Icon, choice, className = '' } = props;
  return (
    <>
      <button
        type="button"
        className={`engawa-tool ${className}`}
        aria-label={word}
        data-tip={word}
        onClick={choice.open}
      >
        <Icon size={16} stroke={1.5} aria-hidden="true" />
      </button>
      {choice.input}
    </>
  );
}

/** The browser's choice of files, and the invisible field that it belongs to. */
export function useFileChoice(
  onFiles: (files: File[]) => void,
  choice: { accept: string; capture: 'environment' } | { multiple: true } = { multiple: true },
) {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    input: (
      <input
        {...choice}
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // Allows choosing the same file again after it was removed.
          event.currentTarget.value = '';
        }}
      />
    ),
  };
}
