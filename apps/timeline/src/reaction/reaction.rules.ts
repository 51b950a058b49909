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

/** The pictograms that a new space begins with. */
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

/** One form of a pictogram, with or without the mark that asks for the coloured drawing. */
export function plainEmoji(emoji: string): string {
  return emoji.normalize('NFC').replace(/\ufe0f/g, '');
}
