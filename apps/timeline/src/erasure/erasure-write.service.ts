import { Injectable } from '@nestjs/common';
import { AttachmentRepository } from '../attachment/attachment.repository';
import type { AttachmentDocument } from '../attachment/attachment.schema';
import { commentEvent } from '../comment/comment.mapper';
import { CommentRepository } from '../comment/comment.repository';
import type { CommentDocument } from '../comment/comment.schema';
import { draftEvent } from '../draft/draft.mapper';
import { DraftRepository } from '../draft/draft.repository';
import type { DraftDocument } from '../draft/draft.schema';
import { postEvent } from '../post/post.mapper';
import { PostRepository } from '../post/post.repository';
import type { PostDocument } from '../post/post.schema';
import { foldText } from '@engawa/contracts';
import { nameKeyOf, pageOf, savedViewEvent } from '../saved-view/saved-view.mapper';
import { SavedViewRepository } from '../saved-view/saved-view.repository';
import type { SavedViewDocument } from '../saved-view/saved-view.schema';
import { templateEvent } from '../template/template.mapper';
import { TemplateRepository } from '../template/template.repository';
import type { TemplateDocument } from '../template/template.schema';
import type { ContentDocument } from '../content/content.schema';
import { type Redact, redactedFields } from './redaction.rules';

/**
 * Removes a name from texts. Reads the history of edited texts too. Living content publishes an
 * event, so that all copies follow; nobody counts as the editor.
 */
@Injectable()
export class ErasureWriteService {
  constructor(
    private readonly posts: PostRepository,
    private readonly comments: CommentRepository,
    private readonly drafts: DraftRepository,
    private readonly views: SavedViewRepository,
    private readonly templates: TemplateRepository,
    private readonly attachments: AttachmentRepository,
  ) {}

  async file(space: string, read: AttachmentDocument, redact: Redact): Promise<void> {
    if (redact(read.title) === read.title) return;
    await this.attachments.change(space, read.id, (file) => {
      const title = redact(file.title);
      return title === file.title ? null : { set: { title } };
    });
  }

  async post(space: string, read: PostDocument, redact: Redact): Promise<void> {
    if (!isConcerned(read, redact)) return;
    await this.posts.change(space, read.id, (post, { version }) => {
      const fields = redactedFields(post, redact);
      if (!fields) return null;
      const set = { ...fields, contentVersion: version };
      const changed = { ...post, ...set, version };
      const event = redactedEvent(postEvent('postUpdated', changed, null, { before: post }));
      return { set, events: post.deleted ? [] : [event] };
    });
  }

  async comment(space: string, read: CommentDocument, redact: Redact): Promise<void> {
    if (!isConcerned(read, redact)) return;
    await this.comments.change(space, read.id, (comment, { version }) => {
      const fields = redactedFields(comment, redact);
      if (!fields) return null;
      const set = { ...fields, contentVersion: version };
      const changed = { ...comment, ...set, version };
      const event = redactedEvent(commentEvent('commentUpdated', changed, null));
      return { set, events: comment.deleted ? [] : [event] };
    });
  }

  /** Counts as newer text, so that a device with the older one does not restore it. */
  async draft(space: string, read: DraftDocument, redact: Redact): Promise<void> {
    if (!redactedFields(read, redact)) return;
    await this.drafts.change(space, read.id, (draft, { version }) => {
      const fields = redactedFields(draft, redact);
      if (!fields) return null;
      return {
        set: { ...fields, revision: draft.revision + 1 },
        events: [draftEvent('draftSaved', { ...draft, version })],
      };
    });
  }

  /**
   * Names and words to find. The key of the name keeps it apart from another view whose name became
   * the same.
   */
  async view(space: string, read: SavedViewDocument, redact: Redact): Promise<void> {
    await this.views.change(space, read.id, (view, { version }) => {
      const displayName = redact(view.displayName);
      const { memberCriteria } = view;
      const q = redact(memberCriteria?.q ?? '');
      const isNamed = displayName !== view.displayName;
      if (!isNamed && q === (memberCriteria?.q ?? '')) return null;
      const nameKey = `${nameKeyOf(pageOf(view), displayName)}\u0000${view.id}`;
      return {
        set: {
          ...(isNamed ? { displayName, nameKey } : {}),
          ...(memberCriteria ? { memberCriteria: { ...memberCriteria, q } } : {}),
        },
        events: [savedViewEvent(view, version, null)],
      };
    });
  }

  /** The key of the name keeps it apart from another template whose name became the same. */
  async template(space: string, read: TemplateDocument, redact: Redact): Promise<void> {
    await this.templates.change(space, read.id, (template, { version }) => {
      const [displayName, memo] = [redact(template.displayName), redact(template.memo)];
      if (displayName === template.displayName && memo === template.memo) return null;
      return {
        set: {
          memo,
          ...(displayName === template.displayName
            ? {}
            : { displayName, nameKey: `${foldText(displayName)}\u0000${template.id}` }),
        },
        events: [templateEvent(template, version, null)],
      };
    });
  }
}

/** Notifies services with excerpts, which then replace them. */
function redactedEvent<Event extends { data: object }>(event: Event): Event {
  return { ...event, data: { ...event.data, redacted: true } };
}

function isConcerned(read: ContentDocument, redact: Redact): boolean {
  return read.editedAt !== null || redactedFields(read, redact) !== null;
}
