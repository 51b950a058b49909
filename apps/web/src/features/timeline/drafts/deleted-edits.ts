import { type Comment, type LiveMessage, type Post, type Session } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';
import { dropUnsaved, unsavedEditsOf, unsavedKey } from '../../../shared/edit/unsaved-edits';
import { showFailure } from '../../../shared/feedback/toast.store';
import { createTranslate } from '../../../shared/intl/messages';
import { problemText } from '../../../shared/problem/problem-text';
import { composerTexts } from '../composer/composer.messages';
import {
  type CommentFormState,
  draftOf,
  emptyForm,
  type PostFormState,
} from '../composer/form-state';
import type { ApiThunk } from '../thread/thread-cache';
import { draftsApi } from './drafts.api';

/** Ends the unsaved edits of deleted posts and comments. What the reader wrote becomes a draft. */
export function keepDeletedEdits(
  deletions: readonly LiveMessage[],
  session: Session,
  intl: IntlShape,
): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const edits = unsavedEditsOf<Post | Comment, PostFormState | CommentFormState>(
      unsavedKey(session, ''),
    );
    for (const { base, fields } of edits) {
      const postId = base && 'postId' in base ? base.postId : null;
      const deletion = deletions.find(({ aggregate: { id } }) => id === base?.id || id === postId);
      if (!deletion) continue;
      // The files of what was deleted are gone with it.
      const held = new Set(base.attachments.map(({ id }) => id));
      const attachments = fields.attachments.filter(({ id }) => !held.has(id));
      const isWritten = fields.memo !== base.memo || attachments.length > 0;
      if (isWritten && deletion.actor !== session.staff.id) {
        const isComment = postId !== null && deletion.aggregate.id !== postId;
        const input = {
          ...draftOf({ ...emptyForm, ...fields, attachments }, ''),
          ...{ postIdForComment: isComment ? postId : null, revision: 1 },
        };
        const id = crypto.randomUUID();
        try {
          await dispatch(draftsApi.endpoints.saveDraft.initiate({ id, input })).unwrap();
          showFailure(createTranslate(intl, composerTexts)('timeline.edit.deleted'));
        } catch (error) {
          showFailure(problemText(intl, error));
          continue;
        }
      }
      dropUnsaved(unsavedKey(session, base.id));
    }
  };
}
