import type { NewDocument } from '@engawa/persistence';
import type { ReactionDocument } from './reaction.schema';

const initial = [
  ['like', '👍', 'いいね'],
  ['love', '❤️', 'すてき'],
  ['celebrate', '🎉', 'おめでとう'],
  ['thanks', '🙏', 'ありがとう'],
  ['seen', '👀', '見ました'],
  ['insight', '💡', 'なるほど'],
  ['cheer', '💪', '応援'],
] as const;

/** Emoji of a new space. */
export function initialReactions(): NewDocument<ReactionDocument>[] {
  return initial.map(([id, emoji, name], index) => ({
    id,
    emoji,
    emojiKey: plainEmoji(emoji),
    name,
    order: index + 1,
    deleted: false,
  }));
}

/** Normalizes an emoji: without the variation selector. */
export function plainEmoji(emoji: string): string {
  return emoji.normalize('NFC').replace(/\ufe0f/g, '');
}
