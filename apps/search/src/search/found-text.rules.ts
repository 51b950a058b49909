import type { FoundText, SearchHit } from '@engawa/contracts';
import { highlightsOf, type Piece } from '@engawa/text-search';

type Range = FoundText['highlights'][number];

/** Names, companies and file titles of an entry in which words were found, with their places. */
export function foundTextsOf(
  hit: Pick<SearchHit, 'owner' | 'members' | 'attachmentTitles'>,
  pieces: readonly Piece[],
): FoundText[] {
  const { owner, members, attachmentTitles } = hit;
  const found = (field: FoundText['field'], id: string | null, parts: readonly string[]) => {
    const text = parts.filter(Boolean).join(' ');
    const highlights = highlightsOfParts(parts, pieces);
    return highlights.length > 0 ? [{ field, id, text, highlights }] : [];
  };
  return [
    ...found('ownerName', owner.id, [owner.displayName]),
    ...members.flatMap((member) => [
      ...found('memberName', member.id, [member.familyName, member.firstName]),
      ...found('memberKana', member.id, [member.familyNameKana, member.firstNameKana]),
      ...found('company', member.id, [member.company]),
    ]),
    ...attachmentTitles.flatMap((title) => found('attachmentTitle', null, [title])),
  ];
}

/**
 * Places in the parts joined by a space. Names are found with and without the space, so both forms
 * are looked through.
 */
function highlightsOfParts(parts: readonly string[], pieces: readonly Piece[]): Range[] {
  const given = parts.filter(Boolean);
  const spaced = highlightsOf(given.join(' '), pieces);
  const [first = '', second] = given;
  if (second === undefined) return spaced;
  const across = highlightsOf(first + second, pieces)
    .filter(({ start, end }) => start < first.length && end > first.length)
    .map(({ start, end }) => ({ start, end: end + 1 }));
  return [...spaced.filter((one) => !across.some((range) => covers(range, one))), ...across].sort(
    (one, other) => one.start - other.start,
  );
}

function covers(range: Range, one: Range): boolean {
  return range.start <= one.start && one.end <= range.end;
}
