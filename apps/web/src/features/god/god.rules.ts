import type { SpaceSummary } from '@engawa/contracts';

/** Whether a text is a valid space id, as in the API (IDN-1). */
export function isSpaceId(value: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$/.test(value);
}

/** Whether a text may be an e-mail address; the server decides. */
export function looksLikeEmail(value: string): boolean {
  return /^\S+@\S+\.\S+$/.test(value.trim());
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** Spaces that have every word in their id, name, or primary administrator. */
export function findSpaces(spaces: readonly SpaceSummary[], query: string): SpaceSummary[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return spaces.filter((space) => {
    const text = fold(
      [
        space.id,
        space.displayName,
        space.primaryAdmin?.displayName ?? '',
        space.primaryAdmin?.email ?? '',
      ].join('\n'),
    );
    return words.every((word) => text.includes(word));
  });
}
