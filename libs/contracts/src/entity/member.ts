import { z } from 'zod';
import { id, instant, line, lines, pageOf, version } from '../primitive';

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
    familyName: z.string(),
    firstName: z.string(),
    familyNameKana: z.string(),
    firstNameKana: z.string(),
    company: z.string(),
    title: z.string(),
    memo: z.string(),
    typeId: id.nullable(),
    typeOfContract: z
      .string()
      .meta({ description: 'Name of the member type; empty where there is none' }),
    photoUrl: z.string().nullable(),
    thumbPhotoUrl: z.string().nullable(),
    deleted: z.boolean(),
    erased: z
      .boolean()
      .meta({ description: 'The personal data are gone for ever (MBR-5); deleted as well' }),
    lastTalkedAt: instant.nullable().meta({ description: 'Time of the last talk; null if never' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof member>;

/** listMembers: kana order; `q` matches a prefix of kanji, kana, romaji or company (MBR-1). */
export const listMembersQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ description: 'Text to find in name, kana, romaji, company, title and memo' }),
  typeId: id.optional(),
  deleted: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only resigned members; otherwise only active ones' }),
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListMembersQuery = z.infer<typeof listMembersQuery>;
export const listMembersAnswer = pageOf(member).extend({
  total: z.int().meta({ description: 'Members in the list as filtered' }),
  totalIsExact: z.boolean().meta({
    description: 'False where counting stopped at `total` because more than that match `q`',
  }),
});
export const listMemberTypesAnswer = z.object({ items: z.array(memberType) });

/** Longest texts of a member, in UTF-16 units. */
export const MEMBER_NAME_MAX_LENGTH = 100;
export const MEMBER_COMPANY_MAX_LENGTH = 200;
export const MEMBER_TITLE_MAX_LENGTH = 200;
export const MEMBER_MEMO_MAX_LENGTH = 5_000;
export const MEMBER_TYPE_MAX_LENGTH = 50;
/** Most member types of a space. */
export const MEMBER_TYPE_LIMIT = 100;

const memberFields = {
  familyName: line(MEMBER_NAME_MAX_LENGTH).pipe(z.string().min(1)),
  firstName: line(MEMBER_NAME_MAX_LENGTH),
  familyNameKana: line(MEMBER_NAME_MAX_LENGTH),
  firstNameKana: line(MEMBER_NAME_MAX_LENGTH),
  company: line(MEMBER_COMPANY_MAX_LENGTH),
  title: line(MEMBER_TITLE_MAX_LENGTH),
  memo: lines(MEMBER_MEMO_MAX_LENGTH),
  typeId: id.nullable(),
};

/** addMember: only the family name is required. */
export const addMemberInput = z.strictObject({
  familyName: memberFields.familyName,
  firstName: memberFields.firstName.default(''),
  familyNameKana: memberFields.familyNameKana.default(''),
  firstNameKana: memberFields.firstNameKana.default(''),
  company: memberFields.company.default(''),
  title: memberFields.title.default(''),
  memo: memberFields.memo.default(''),
  typeId: memberFields.typeId.default(null),
});
export type AddMemberInput = z.infer<typeof addMemberInput>;

/** updateMember: given fields change. */
export const updateMemberInput = z.strictObject(memberFields).partial();
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
