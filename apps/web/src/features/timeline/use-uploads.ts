import type { Attachment } from '@engawa/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { showFailure } from '../../shared/ui/toast.store';
import { useUploadAttachmentMutation } from './attachments.api';
import { timelineTexts } from './timeline.messages';

/** Largest file, in bytes (source, section 5). */
export const LARGEST_FILE = 4 * 1024 * 1024;

/** Sends chosen files at once and tells of those that cannot be attached. */
export function useUploads(
  attached: readonly Attachment[],
  onAttached: (attachment: Attachment) => void,
): { busy: boolean; add: (files: readonly File[]) => void } {
  const say = useTexts(timelineTexts);
  const problemText = useProblemText();
  const [upload] = useUploadAttachmentMutation();
  const [running, setRunning] = useState(0);
  const one = async (file: File) => {
    setRunning((count) => count + 1);
    const answer = await upload(file);
    setRunning((count) => count - 1);
    if (answer.data) onAttached(answer.data);
    else {
      const reason = problemText(answer.error);
      showFailure(say('timeline.attach.failed', { title: file.name, reason }));
    }
  };
  return {
    busy: running > 0,
    add: (files) => {
      for (const file of files) {
        if (file.size > LARGEST_FILE) {
          showFailure(say('timeline.attach.large', { title: file.name }));
        } else if (attached.some(({ title, size }) => title === file.name && size === file.size)) {
          showFailure(say('timeline.attach.twice', { title: file.name }));
        } else void one(file);
      }
    },
  };
}
