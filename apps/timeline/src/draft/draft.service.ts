import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  type Draft,
  draft,
  DRAFT_LIMIT,
  type ListDraftsQuery,
  type SaveDraftInput,
} from '@engawa/contracts';
import { DuplicateKey, inFreePlace } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { storedAttachmentOf } from '../attachment/attachment-claim.service';
import { AttachmentRepository } from '../attachment/attachment.repository';
import { isFree } from '../attachment/attachment.rules';
import { AttachmentService } from '../attachment/attachment.service';
import { LabelRepository } from '../label/label.repository';
import { PostRepository } from '../post/post.repository';
import { type People, PeopleService } from '../directory-cache/people.service';
import { DraftEnded, DraftNotFound, TooManyDrafts } from './draft.errors';
import { draftEvent, DraftMapper, draftMemberIds } from './draft.mapper';
import { DraftRepository } from './draft.repository';
import { contentOf, type DraftContent, endedContent, isShown, decideSave } from './draft.rules';
import type { DraftDocument } from './draft.schema';

/** Drafts of each staff member (TML-7). Drafts of others do not exist for them. */
@Injectable()
export class DraftService {
  constructor(
    private readonly drafts: DraftRepository,
    private readonly people: PeopleService,
    private readonly labels: LabelRepository,
    private readonly posts: PostRepository,
    private readonly attachments: AttachmentRepository,
    private readonly files: AttachmentService,
    private readonly mapper: DraftMapper,
  ) {}

  async list(staff: CurrentStaff, query: ListDraftsQuery): Promise<{ items: Draft[] }> {
    const { shown, people } = await this.shown(staff);
    const { postIdForComment } = query;
    const asked = shown.filter(
      (draft) => postIdForComment === undefined || draft.postIdForComment === postIdForComment,
    );
    return { items: asked.map((draft) => this.mapper.answer(draft, people)) };
  }

  /** For the badge; counts the drafts that the list shows. */
  async count(staff: CurrentStaff): Promise<{ count: number }> {
    return { count: (await this.shown(staff)).shown.length };
  }

  async get(staff: CurrentStaff, draftId: string): Promise<Draft> {
    const draft = await this.drafts.findById(staff.space, draftId);
    if (!draft || draft.ownerId !== staff.staffId || draft.state !== 'open') {
      throw new DraftNotFound();
    }
    return this.answer(draft);
  }

  /**
   * Keeps the newest text from any device. Missing files and ids of other spaces are dropped
   * instead of rejecting the text. Throws `PreconditionFailed` (with the newer draft) and
   * `DraftEnded`.
   */
  async save(staff: CurrentStaff, draftId: string, input: SaveDraftInput): Promise<Draft> {
    const { space, staffId } = staff;
    const found = await this.attachments.findByIds(space, input.attachmentIds);
    const mine = found.filter((file) => isFree(file, staffId));
    const byId = new Map(mine.map((file) => [file.id, storedAttachmentOf(file)]));
    const attachments = [...new Set(input.attachmentIds)].flatMap((id) => byId.get(id) ?? []);
    const known = await this.known(space, contentOf(input, attachments));
    const content = await this.withStoredMembers(staff, draftId, known);
    const saved =
      (await this.replace(staff, draftId, content)) ?? (await this.begin(staff, draftId, content));
    await this.attachments.holdForDraft(space, staffId, [...byId.keys()], draftId);
    return this.answer(saved);
  }

  /** Deletes the draft with its files; late saves do not restore it. */
  async remove(staff: CurrentStaff, draftId: string): Promise<void> {
    const { space, staffId } = staff;
    const current = await this.drafts.findById(space, draftId);
    if (!current || current.ownerId !== staffId || current.state !== 'open') {
      throw new DraftNotFound();
    }
    await this.end(space, staffId, draftId, 'deleted');
    await this.files.removeOfDraft(space, staffId, draftId);
  }

  /**
   * Whether the draft was already sent. Asked before looking for what the same request wrote earlier:
   * that may end the draft at this moment.
   */
  async isSent(staff: CurrentStaff, draftId: string | undefined): Promise<boolean> {
    if (draftId === undefined) return false;
    const draft = await this.drafts.findById(staff.space, draftId);
    return draft?.ownerId === staff.staffId && draft.state === 'sent';
  }

  /** Ends a draft, even one that was never saved. Idempotent. */
  async end(
    space: string,
    ownerId: string,
    draftId: string,
    state: 'sent' | 'deleted',
  ): Promise<void> {
    const content = endedContent(state, new Date());
    const eventOf = (version: number) =>
      draftEvent('draftDeleted', { id: draftId, space, ownerId, version });
    const result = await this.drafts.change(space, draftId, (draft, { version }) => {
      if (draft.ownerId !== ownerId || draft.state !== 'open') return null;
      return { set: content, events: [eventOf(version)] };
    });
    if (result) return;
    try {
      await this.drafts.insert(space, { id: draftId, ownerId, ...content });
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await this.end(space, ownerId, draftId, state);
    }
  }

  /** The content without ids unknown to the space. */
  private async known(space: string, content: DraftContent): Promise<DraftContent> {
    const { memberIds, labelIds, mentions, task, introduction, postIdForComment } = content;
    const assignee = task?.assignUserId ?? null;
    const introduced = introduction ? [introduction.memberId, introduction.toMemberId] : [];
    const namedStaff = [...mentions, ...(assignee === null ? [] : [assignee])];
    const namedMembers = [...memberIds, ...introduced];
    const isNamingNobody = namedStaff.length + namedMembers.length === 0;
    const [people, labels, post] = await Promise.all([
      this.people.read(
        space,
        { staffIds: namedStaff, memberIds: namedMembers },
        { strict: !isNamingNobody },
      ),
      labelIds.length === 0 ? [] : this.labels.findLiveByIds(space, labelIds),
      postIdForComment === null ? null : this.posts.findById(space, postIdForComment),
    ]);
    const living = new Set(labels.map(({ id }) => id));
    const isStaff = (id: string) => people.findColleague(id) !== undefined;
    const isMember = (id: string) => people.findMember(id) !== undefined;
    return {
      ...content,
      memberIds: memberIds.filter(isMember),
      labelIds: labelIds.filter((id) => living.has(id)),
      mentions: mentions.filter(isStaff),
      task:
        task && assignee !== null && !isStaff(assignee) ? { ...task, assignUserId: null } : task,
      introduction: introduced.every(isMember) ? introduction : null,
      postIdForComment: post && postIdForComment,
    };
  }

  /** The content with the stored ids of merged members. */
  private async withStoredMembers(
    { space }: CurrentStaff,
    draftId: string,
    content: DraftContent,
  ): Promise<DraftContent> {
    const current = await this.drafts.findById(space, draftId);
    if (!current || current.memberIds.length + (current.introduction ? 1 : 0) === 0) return content;
    const people = await this.people.read(space, {
      staffIds: [],
      memberIds: [...draftMemberIds(current), ...draftMemberIds(content)],
    });
    const { introduction } = content;
    return {
      ...content,
      memberIds: people.storedMemberIds(content.memberIds, current.memberIds),
      introduction: introduction && people.storedIntroduction(introduction, current.introduction),
    };
  }

  private async replace(
    staff: CurrentStaff,
    draftId: string,
    content: DraftContent,
  ): Promise<DraftDocument | null> {
    const { space, staffId } = staff;
    let stale = null as DraftDocument | null;
    const result = await this.drafts.change(space, draftId, (draft, { version }) => {
      stale = null;
      if (draft.ownerId !== staffId) throw new DraftNotFound();
      const judgement = decideSave(draft, content);
      if (judgement === 'ended') throw new DraftEnded();
      if (judgement === 'same') return null;
      if (judgement === 'stale') {
        stale = draft;
        return null;
      }
      const event = draftEvent('draftSaved', { id: draftId, space, ownerId: staffId, version });
      return { set: content, events: [event] };
    });
    if (stale) {
      throw new PreconditionFailed('timeline.draft.stale', draft, await this.answer(stale));
    }
    return result?.document ?? null;
  }

  private async begin(
    staff: CurrentStaff,
    draftId: string,
    content: DraftContent,
  ): Promise<DraftDocument> {
    const { space, staffId } = staff;
    const own = {
      limit: DRAFT_LIMIT,
      find: () => this.drafts.findPlaces(space, staffId),
      full: () => new TooManyDrafts(),
    };
    const event = draftEvent('draftSaved', { id: draftId, space, ownerId: staffId, version: 1 });
    try {
      const document = { id: draftId, ownerId: staffId, state: 'open', ...content } as const;
      return await inFreePlace(own, (place) =>
        this.drafts.insert(space, { ...document, place }, [event]),
      );
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      // Another device created it at the same moment.
      const saved = await this.replace(staff, draftId, content);
      if (!saved) throw error;
      return saved;
    }
  }

  private async shown(staff: CurrentStaff): Promise<{ shown: DraftDocument[]; people: People }> {
    const { space, staffId } = staff;
    const drafts = await this.drafts.findOpen(space, staffId);
    const memberIds = drafts.flatMap(draftMemberIds);
    const people = await this.people.read(space, { staffIds: [], memberIds });
    const isGone = (id: string) => people.findMember(id)?.deleted === true;
    return { shown: drafts.filter((draft) => isShown(draft, isGone)), people };
  }

  private async answer(draft: DraftDocument): Promise<Draft> {
    const people = await this.people.read(draft.space, {
      staffIds: [],
      memberIds: draftMemberIds(draft),
    });
    return this.mapper.answer(draft, people);
  }
}
