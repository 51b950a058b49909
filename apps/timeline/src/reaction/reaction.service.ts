import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  type CreateReactionInput,
  type Reaction,
  reaction,
  REACTION_LIMIT,
  type UpdateReactionInput,
} from '@engawa/contracts';
import { inFreePlace, mapWriteErrors, requestedId } from '@engawa/persistence';
import { PreconditionFailed } from '@engawa/service-kit';
import { auditEvent, changesBetween } from '../audit/audit-event.mapper';
import { ReactionNotFound, ReactionTaken, TooManyReactions } from './reaction.errors';
import { reactionCatalogueEvent, reactionAnswer } from './reaction.mapper';
import { ReactionRepository } from './reaction.repository';
import { plainEmoji } from './reaction.rules';
import type { ReactionDocument } from './reaction.schema';

/** The emoji of a space: up to seven different ones (TML-4). */
@Injectable()
export class ReactionService {
  constructor(private readonly reactions: ReactionRepository) {}

  async list(space: string): Promise<{ items: Reaction[] }> {
    return { items: (await this.reactions.findAll(space)).map(reactionAnswer) };
  }

  /** Adds the emoji at the end. Throws `TooManyReactions` or `ReactionTaken`. */
  async create(staff: CurrentStaff, input: CreateReactionInput): Promise<Reaction> {
    const { space, staffId } = staff;
    const id = requestedId();
    const written = await this.reactions.findWritten(space, id);
    if (written) return reactionAnswer(written);
    const emojiKey = plainEmoji(input.emoji);
    const all = {
      limit: REACTION_LIMIT,
      find: async () => {
        const reactions = await this.reactions.findAll(space);
        if (reactions.some((reaction) => reaction.emojiKey === emojiKey)) throw new ReactionTaken();
        return reactions;
      },
      full: () => new TooManyReactions(),
    };
    const { emoji, name } = input;
    const insert = (place: number, reactions: readonly ReactionDocument[]) => {
      const order = Math.max(0, ...reactions.map((reaction) => reaction.order)) + 1;
      const document = { id, emoji, emojiKey, name, order, place, deleted: false };
      return this.reactions.insert(space, document, [
        reactionCatalogueEvent('pictogramCreated', { id, space, version: 1, emoji, name }, staffId),
        reactionAudit(staff, 'created', null, { id, emoji, name, order }),
      ]);
    };
    return reactionAnswer(await mapWriteErrors(inFreePlace(all, insert), refusals));
  }

  async update(
    staff: CurrentStaff,
    reactionId: string,
    input: UpdateReactionInput,
    ifVersion: number | null,
  ): Promise<Reaction> {
    const { emoji, name } = input;
    const reaction = await this.change(
      staff,
      reactionId,
      ifVersion,
      'pictogramUpdated',
      (current) => ({
        ...(emoji !== undefined && emoji !== current.emoji
          ? { emoji, emojiKey: plainEmoji(emoji) }
          : {}),
        ...(name !== undefined && name !== current.name ? { name } : {}),
      }),
    );
    return reactionAnswer(reaction);
  }

  /** Earlier reactions stay stored, but are no longer shown. */
  async remove(staff: CurrentStaff, reactionId: string, ifVersion: number | null): Promise<void> {
    await this.change(staff, reactionId, ifVersion, 'pictogramDeleted', () => ({ deleted: true }));
  }

  /** Reorders the emoji; omitted ones follow in their order. */
  async order(staff: CurrentStaff, ids: readonly string[]): Promise<{ items: Reaction[] }> {
    const reactions = await this.reactions.findAll(staff.space);
    const known = new Set(reactions.map((reaction) => reaction.id));
    if (ids.some((id) => !known.has(id))) throw new ReactionNotFound();
    for (const [index, id] of [...new Set([...ids, ...known])].entries()) {
      const order = index + 1;
      await this.change(staff, id, null, 'pictogramUpdated', (current) =>
        current.order === order ? {} : { order },
      );
    }
    return this.list(staff.space);
  }

  private async change(
    staff: CurrentStaff,
    reactionId: string,
    ifVersion: number | null,
    kind: 'pictogramUpdated' | 'pictogramDeleted',
    decide: (current: ReactionDocument) => Partial<ReactionDocument>,
  ): Promise<ReactionDocument> {
    const { space, staffId } = staff;
    const result = await mapWriteErrors(
      this.reactions.change(
        space,
        reactionId,
        (current, { version }) => {
          if (current.deleted) throw new ReactionNotFound();
          const set = decide(current);
          if (Object.keys(set).length === 0) return null;
          const after = { ...current, ...set };
          const done = kind === 'pictogramDeleted' ? 'deleted' : 'updated';
          return {
            set,
            events: [
              reactionCatalogueEvent(kind, { ...after, version }, staffId),
              reactionAudit(staff, done, current, after),
            ],
          };
        },
        { ifVersion },
      ),
      refusals,
    );
    if (!result) throw new ReactionNotFound();
    return result.document;
  }
}

const refusals = {
  stale: (current: ReactionDocument) =>
    new PreconditionFailed('timeline.reaction.stale', reaction, reactionAnswer(current)),
  taken: () => new ReactionTaken(),
};

const auditedFields = ['emoji', 'name', 'order'] as const;
type AuditedReaction = Pick<ReactionDocument, 'id' | (typeof auditedFields)[number]>;

function reactionAudit(
  staff: CurrentStaff,
  done: 'created' | 'updated' | 'deleted',
  before: AuditedReaction | null,
  after: AuditedReaction,
) {
  return auditEvent(staff, {
    action: `timeline.reaction.${done}`,
    target: { type: 'reaction', id: after.id, name: `${after.emoji} ${after.name}`.trim() },
    changes: changesBetween<AuditedReaction>(before, after, auditedFields),
  });
}
