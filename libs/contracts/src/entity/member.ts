import { z } from 'zod';
import { kanaRows, memberSorts } from '../member-order';
import { id, instant, line, pageOf, version } from '../primitive';
import { bulkInput } from './bulk';
import { customFieldChanges, customFieldValues } from './custom-field';
import { memberFieldAddInput, memberFieldInput, memberFieldShape } from './member-field';

/** A member as other entities refer to them; resigned members stay visible (MBR-2). */
export const memberRef = z
  .object({
    id,
    familyName: z.string(),
    firstName: z.string(),
    familyNameKana: z.string(),
    firstNameKana: z.string(),
    company: z.string(),
    photoUrl: z.string().nullable(),
    thumbPhotoUrl: z.string().nullable(),
    deleted: z.boolean(),
  })
  .meta({ id: 'MemberRef' });
export type MemberRef = z.infer<typeof memberRef>;

/** Placeholder for a member whose event has not arrived yet. */
export function unknownMember(id: string): MemberRef {
  return {
    id,
    familyName: '',
    firstName: '',
    familyNameKana: '',
    firstNameKana: '',
    company: '',
    photoUrl: null,
    thumbPhotoUrl: null,
    deleted: false,
  };
}

/** A kind of membership of the space, in its order (MBR-3). */
export const memberType = z
  .object({ id, version, name: z.string(), order: z.int() })
  .meta({ id: 'MemberType' });
export type MemberType = z.infer<typeof memberType>;

/** A member of the space (MBR-1). */
export const member = z
  .object({
    id,
    version,
    ...memberFieldShape,
    customFields: customFieldValues,
    typeId: id.nullable(),
    typeOfContract: z
      .string()
      .meta({ description: 'Name of the member type; empty where there is none' }),
    photoUrl: z.string().nullable(),
    thumbPhotoUrl: z.string().nullable(),
    deleted: z.boolean(),
    erased: z.boolean().meta({
      description:
        'The personal data were erased permanently (MBR-5); the member is deleted as well',
    }),
    lastTalkedAt: instant.nullable().meta({ description: 'Time of the last talk; null if never' }),
    posts: z.int().meta({ description: 'Posts about the member; follows a few seconds later' }),
    openIssues: z.int().meta({ description: 'How many of them have an unresolved issue' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof member>;

/** An order of members: one of {@link memberSorts}, or `custom:` and the id of a custom field. */
export const memberSort = z
  .string()
  .regex(new RegExp(`^(${memberSorts.join('|')}|custom:[\\w-]{1,64})$`))
  .default('kana')
  .meta({
    description:
      'Order: `kana`, `lastTalk`, `posts`, `openIssues`, `memberSince`, or `custom:` and the id of a custom field. Members without a value come last, in kana order. With `q` only `kana`.',
    example: 'lastTalk',
  });
export const sortOrder = z
  .enum(['asc', 'desc'])
  .default('asc')
  .meta({ description: 'Direction of `sort`' });

/** The member type that a list is narrowed to. No union with 'none': clients in Java cannot leave that out. */
export const memberTypeFilter = id
  .optional()
  .meta({ description: 'Only members of this member type; `none`: members without a type' });

/** listMembers: `q` matches any part of kanji, kana, romaji or company (MBR-1). */
export const listMembersQuery = z
  .strictObject({
    q: z
      .string()
      .trim()
      .max(100)
      .optional()
      .meta({ description: 'Text to find in name, kana, romaji, company, title and memo' }),
    typeId: memberTypeFilter,
    deleted: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true`: only resigned members; otherwise only active ones' }),
    kanaRow: z.enum(kanaRows).optional().meta({
      description: 'Only names that begin in this row of the kana table; in kana order only',
    }),
    sort: memberSort,
    order: sortOrder,
    cursor: z.string().max(1_024).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  })
  .refine(({ sort, q, kanaRow }) => sort === 'kana' || (!q && !kanaRow), {
    path: ['sort'],
    error: 'kana-order-only',
  })
  .refine(({ q, kanaRow }) => !q || !kanaRow, {
    path: ['kanaRow'],
    error: 'not-with-q',
  });
export type ListMembersQuery = z.infer<typeof listMembersQuery>;
export const listMembersAnswer = pageOf(member).extend({
  total: z.int().meta({ description: 'Members in the list as filtered' }),
  totalIsExact: z.boolean().meta({
    description: 'False where counting stopped at `total` because more than that match `q`',
  }),
});
export const listMemberTypesAnswer = z.object({ items: z.array(memberType) });

/** Longest name of a member type, in UTF-16 units. */
export const MEMBER_TYPE_MAX_LENGTH = 50;
/** Most member types of a space. */
export const MEMBER_TYPE_LIMIT = 100;

/** addMember: only the family name is required. */
export const addMemberInput = z.strictObject({
  ...memberFieldAddInput,
  customFields: customFieldChanges.default({}),
  typeId: id.nullable().default(null),
});
export type AddMemberInput = z.infer<typeof addMemberInput>;

/** addMembers: each is added or refused on its own. */
export const addMembersInput = bulkInput(addMemberInput.meta({ id: 'AddMembersEntry' }));
export type AddMembersInput = z.infer<typeof addMembersInput>;

/** updateMember: given fields change. */
export const updateMemberInput = z
  .strictObject({ ...memberFieldInput, customFields: customFieldChanges, typeId: id.nullable() })
  .partial();
export type UpdateMemberInput = z.infer<typeof updateMemberInput>;

const memberTypeName = line(MEMBER_TYPE_MAX_LENGTH).pipe(z.string().min(1));
/** addMemberType and renameMemberType: not empty, unique (MBR-3). */
export const addMemberTypeInput = z.strictObject({ name: memberTypeName });
export type AddMemberTypeInput = z.infer<typeof addMemberTypeInput>;
export const renameMemberTypeInput = z.strictObject({ name: memberTypeName });
export type RenameMemberTypeInput = z.infer<typeof renameMemberTypeInput>;
/** reorderMemberTypes: all types of the space, each once. */
export const reorderMemberTypesInput = z.strictObject({
  ids: z.array(id).max(MEMBER_TYPE_LIMIT),
});
export type ReorderMemberTypesInput = z.infer<typeof reorderMemberTypesInput>;

/** The question `members.findMembers`: facts of these members. */
export const findMembersQuestion = z.object({ space: z.string(), ids: z.array(id).max(200) });
