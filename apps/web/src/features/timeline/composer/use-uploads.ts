import type { Attachment } from '@engawa/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../../shared/intl/messages';
import { useProblemText } from '../../../shared/problem/problem-text';
import { showFailure, showToast } from '../../../shared/feedback/toast.store';
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

/** The uploads of a form, which go on while it is closed. */
class FormUploads {
  running = 0;
  /** Contents on their way. */
  readonly coming = new Set<string>();
  readonly lanes = Array.from({ length: PARALLEL_UPLOADS }, () => Promise.resolve());
  /** Of the form, or of the one that was shown last. */
  attached: readonly Attachment[] = [];
  attach: (attachment: Attachment) => void = () => undefined;
  isShown = false;
  private readonly watchers = new Set<() => void>();

  readonly watch = (watcher: () => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  take(form: Pick<FormUploads, 'attached' | 'attach'>): void {
    Object.assign(this, form);
  }

  show(isShown: boolean): void {
    this.isShown = isShown;
  }

  count(change: 1 | -1): void {
    this.running += change;
    for (const watcher of this.watchers) watcher();
  }
}

/** Uploads of forms with a draft, by its key, while they are shown or run. */
const ofDrafts = new Map<string, FormUploads>();

/**
 * Uploads chosen files immediately and reports those that cannot be attached. What arrives after the form was
 * closed is attached to its draft, or to the form that was opened again; without a draft, the reader is told.
 */
export function useUploads(form: {
  attached: readonly Attachment[];
  onAttached: (attachment: Attachment) => void;
  /** Forms of the same draft share it; without it, the form has no draft. */
  draftKey?: string;
}): { busy: boolean; add: (files: readonly File[]) => void } {
  const { attached, onAttached, draftKey } = form;
  const t = useTexts(timelineTexts);
  const problemText = useProblemText();
  const [upload] = useUploadAttachmentMutation();
  const [uploads] = useState(() => ofDrafts.get(draftKey ?? '') ?? new FormUploads());
  const running = useSyncExternalStore(uploads.watch, () => uploads.running);
  useEffect(() => {
    uploads.take({ attached, attach: onAttached });
  });
  useEffect(() => {
    uploads.show(true);
    if (draftKey) ofDrafts.set(draftKey, uploads);
    return () => {
      uploads.show(false);
      if (draftKey && uploads.running === 0) ofDrafts.delete(draftKey);
    };
  }, [uploads, draftKey]);

  const send = async (file: File, content: string) => {
    const answer = await upload(file);
    const title = file.name;
    if (!answer.data) {
      showFailure(t('timeline.attach.failed', { title, reason: problemText(answer.error) }));
    } else if (!uploads.isShown && !draftKey) {
      showFailure(t('timeline.attach.closed', { title }));
    } else {
      contents.set(answer.data.id, content);
      uploads.attach(answer.data);
      if (!uploads.isShown) showToast(t('timeline.attach.late', { title }));
    }
  };
  const one = async (file: File) => {
    const content = await contentOf(file);
    const isHeld = uploads.attached.some(
      ({ id, title, size }) =>
        contents.get(id) === content ||
        (!contents.has(id) && title === file.name && size === file.size),
    );
    if (isHeld || uploads.coming.has(content)) {
      showFailure(t('timeline.attach.twice', { title: file.name }));
      return;
    }
    uploads.coming.add(content);
    await send(file, content);
    uploads.coming.delete(content);
  };
  return {
    busy: running > 0,
    add: (files) => {
      for (const file of files) {
        if (file.size > MAX_FILE_BYTES) {
          showFailure(t('timeline.attach.large', { title: file.name }));
          continue;
        }
        uploads.count(1);
        const previous = uploads.lanes.shift()!;
        const sent = previous
          .then(() => one(file))
          .finally(() => {
            uploads.count(-1);
            if (draftKey && uploads.running === 0 && !uploads.isShown) ofDrafts.delete(draftKey);
          });
        uploads.lanes.push(sent.catch(() => undefined));
      }
    },
  };
}
