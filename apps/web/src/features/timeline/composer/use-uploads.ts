import type { Attachment } from '@engawa/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/intl/messages';
import { useProblemText } from '../../../shared/problem/problem-text';
import { showFailure } from '../../../shared/feedback/toast.store';
import { useUploadAttachmentMutation } from './attachments.api';
import { timelineTexts } from '../timeline.messages';

/** Largest file, in bytes (source, section 5). */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Concurrent uploads; the gateway rejects more than 8 per staff member. */
const PARALLEL_UPLOADS = 4;

/** Content hashes of files uploaded in this window, by id. */
const contents = new Map<string, string>();

/** Hash of a content; name and size if the browser cannot hash. */
async function contentOf(file: File): Promise<string> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return `${file.name} ${file.size}`;
  }
}

/** Uploads chosen files immediately and reports those that cannot be attached. */
export function useUploads(
  attached: readonly Attachment[],
  onAttached: (attachment: Attachment) => void,
): { busy: boolean; add: (files: readonly File[]) => void } {
  const t = useTexts(timelineTexts);
  const problemText = useProblemText();
  const [upload] = useUploadAttachmentMutation();
  const [running, setRunning] = useState(0);
  const coming = useRef(new Set<string>());
  const lanes = useRef<Promise<void>[]>(Array.from({ length: PARALLEL_UPLOADS }, async () => {}));
  const held = useRef(attached);
  useEffect(() => {
    held.current = attached;
  }, [attached]);

  const send = async (file: File, content: string) => {
    const answer = await upload(file);
    if (answer.data) {
      contents.set(answer.data.id, content);
      onAttached(answer.data);
    } else {
      const reason = problemText(answer.error);
      showFailure(t('timeline.attach.failed', { title: file.name, reason }));
    }
  };
  const one = async (file: File) => {
    const content = await contentOf(file);
    const isHeld = held.current.some(
      ({ id, title, size }) =>
        contents.get(id) === content ||
        (!contents.has(id) && title === file.name && size === file.size),
    );
    if (isHeld || coming.current.has(content)) {
      showFailure(t('timeline.attach.twice', { title: file.name }));
      return;
    }
    coming.current.add(content);
    await send(file, content);
    coming.current.delete(content);
  };
  return {
    busy: running > 0,
    add: (files) => {
      for (const file of files) {
        if (file.size > MAX_FILE_BYTES) {
          showFailure(t('timeline.attach.large', { title: file.name }));
          continue;
        }
        setRunning((count) => count + 1);
        const previous = lanes.current.shift()!;
        const sent = previous.then(() => one(file)).finally(() => setRunning((count) => count - 1));
        lanes.current.push(sent.catch(() => undefined));
      }
    },
  };
}
