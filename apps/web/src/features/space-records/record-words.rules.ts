import { memberFieldTexts } from '../../shared/directory/member-fields.messages';
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

/** The text of a member's field; null for custom fields, which are logged by their name. */
export function memberFieldId(field: string): keyof typeof memberFieldTexts | null {
  const id = `memberField.${field}`;
  return Object.hasOwn(memberFieldTexts, id) ? (id as keyof typeof memberFieldTexts) : null;
}
