import { spaceRecordTexts } from './space-records.messages';

type RecordText = keyof typeof spaceRecordTexts;
const known = <Prefix extends string>(prefix: Prefix) =>
  (Object.keys(spaceRecordTexts) as RecordText[])
    .filter((id) => id.startsWith(prefix))
    .map((id) => id.slice(prefix.length));

/** Actions with a text; the log may have others. */
export const knownActions: readonly string[] = known('action.');

/** Message id of an action or field, or null. */
export function wordsOf(kind: 'action' | 'field' | 'scope', name: string): RecordText | null {
  const id = `${kind}.${name}`;
  return Object.hasOwn(spaceRecordTexts, id) ? (id as RecordText) : null;
}
