/** What the id behind a path segment names: `/members/{id}`. */
const idTexts: Readonly<Record<string, string>> = {
  'api-tokens': 'Id of the API token',
  assistants: 'Id of the assistant',
  attachments: 'Id of the attachment',
  comments: 'Id of the comment',
  deliveries: 'Id of the delivery',
  drafts: 'Id of the draft, chosen by the client that created it',
  imports: 'Id of the import',
  labels: 'Id of the label',
  'member-types': 'Id of the member type',
  'custom-fields': 'Id of the custom field',
  members: 'Id of the member',
  merges: 'Id of the member that was merged into another',
  notifications: 'Id of the notification',
  oidc: 'URL-safe name of the space that is signed in to',
  posts: 'Id of the post',
  reactions: 'Id of the reaction',
  'saved-searches': 'Id of the saved search',
  sessions: 'Id of the session',
  spaces: 'URL-safe name of the space',
  'staff-photos': 'URL-safe name of the space',
  'member-photos': 'URL-safe name of the space',
  staffs: 'Id of the staff member',
  'task-filters': 'Id of the task filter',
  tasks: 'Id of the task, which is the id of its post or comment',
  webhooks: 'Id of the webhook',
};

/** Parameters that mean the same in every operation; a contract's own description goes first. */
const texts: Readonly<Record<string, string>> = {
  cursor: '`nextCursor` or `previousCursor` of an earlier page with the same filters',
  from: 'Only what happened at or after this instant',
  to: 'Only what happened before this instant',
  limit: 'Largest number of items on a page',
  labelId: 'Only what carries this label',
  memberId: 'Only what names this member',
  staffId: 'Only what concerns this staff member',
  typeId: 'Only members of this member type',
  language: 'Language of the column headings',
  // Path parameters that are no ids.
  file: 'File name at the end of the address of a photo',
  name: 'File name at the end of the address of a photo',
  form: '`original` for the file itself, or the name of a smaller form',
};

/** Descriptions that say only the type: a parameter says what it is for. */
const generic: ReadonlySet<string> = new Set(['Id of an entity', 'Instant (RFC 3339)']);

/** The description of a path or query parameter; undefined where nobody wrote one. */
export function parameterText(
  place: { path: string; in: 'path' | 'query' },
  name: string,
  own: unknown,
): string | undefined {
  if (typeof own === 'string' && !generic.has(own)) return own;
  if (place.in === 'path') {
    const segment = place.path.split('/').find((_, i, all) => all[i + 1] === `{${name}}`);
    // Behind another parameter, as in `/staff-photos/{spaceId}/{staffId}/{file}`.
    const byName = name.endsWith('Id') ? idTexts[`${name.slice(0, -2)}s`] : texts[name];
    return idTexts[segment ?? ''] ?? byName;
  }
  return texts[name];
}
