import { ActionIcon, Group } from '@mantine/core';
import type { Attachment } from '@engawa/contracts';
import { IconCamera, IconPaperclip, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
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
  return (
    <>
      <FileButton
        name={t('timeline.attach')}
        icon={<IconPaperclip size={16} stroke={1.5} aria-hidden="true" />}
        onFiles={onFiles}
        multiple
      />
      <FileButton
        name={t('timeline.attach.camera')}
        icon={<IconCamera size={16} stroke={1.5} aria-hidden="true" />}
        onFiles={onFiles}
        className={style.camera}
        accept="image/*"
        capture="environment"
      />
    </>
  );
}

function FileButton(props: {
  name: string;
  icon: ReactNode;
  onFiles: (files: File[]) => void;
  className?: string;
  multiple?: boolean;
  accept?: string;
  capture?: 'environment';
}) {
  const input = useRef<HTMLInputElement>(null);
  const { name, icon, onFiles, className = '', ...choice } = props;
  return (
    <>
      <button
        type="button"
        className={`engawa-tool ${className}`}
        aria-label={name}
        data-tip={name}
        onClick={() => input.current?.click()}
      >
        {icon}
      </button>
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
    </>
  );
}
