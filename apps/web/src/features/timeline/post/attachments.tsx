import { Stack, Text } from '@mantine/core';
import type { Attachment } from '@engawa/contracts';
import { IconFile } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useTexts } from '../../../shared/intl/messages';
import style from './attachments.module.css';
import { timelineTexts } from '../timeline.messages';

/** A readable file size: KB below one MB. */
export function useFileSize(): (bytes: number) => string {
  const t = useTexts(timelineTexts);
  const intl = useIntl();
  return (bytes) =>
    bytes < 1024 * 1024
      ? t('timeline.size.kb', { size: Math.max(1, Math.round(bytes / 1024)) })
      : t('timeline.size.mb', {
          size: intl.formatNumber(bytes / 1024 / 1024, { maximumFractionDigits: 1 }),
        });
}

/**
 * Pictures in a grid, other files as rows; the space of each picture is reserved while it loads.
 */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const t = useTexts(timelineTexts);
  const sizeOf = useFileSize();
  const pictures = attachments.filter((file) => file.thumbUrl !== null);
  const files = attachments.filter((file) => file.thumbUrl === null);
  if (attachments.length === 0) return null;
  const single = pictures.length === 1;
  return (
    <Stack gap={6}>
      {pictures.length > 0 ? (
        <div className={style.pictures} data-count={pictures.length > 4 ? 'many' : pictures.length}>
          {pictures.map((file) => (
            <a
              key={file.id}
              href={file.url}
              target="_blank"
              rel="noopener"
              className={style.picture}
              style={
                single && file.width && file.height
                  ? { aspectRatio: `${file.width} / ${Math.min(file.height, file.width * 1.4)}` }
                  : undefined
              }
            >
              <img
                src={file.thumbUrl ?? file.url}
                alt={t('timeline.photo', { title: file.title })}
                loading="lazy"
                decoding="async"
              />
            </a>
          ))}
        </div>
      ) : null}
      {files.map((file) => (
        <a
          key={file.id}
          href={file.url}
          className={`engawa-chip ${style.file}`}
          target="_blank"
          rel="noopener"
        >
          <IconFile size={18} stroke={1.5} aria-hidden="true" />
          <Text span inherit truncate flex={1}>
            {file.title}
          </Text>
          <small>{sizeOf(file.size)}</small>
        </a>
      ))}
    </Stack>
  );
}
