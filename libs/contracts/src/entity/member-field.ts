import { z } from 'zod';
import { email, line, lines } from '../primitive';

/** How a field of a member is entered, checked and shown. */
export type MemberFieldKind = 'line' | 'lines' | 'email' | 'date';

interface MemberFieldDefinition {
  kind: MemberFieldKind;
  /** In UTF-16 units. */
  maxLength: number;
  isRequired?: boolean;
  /** Whether `q` of listMembers finds the field as a name, so also by its romaji, or as a text. */
  foundAs: 'name' | 'text';
  /** Whether it says what the member does, so that matching reads it. Never contact data. */
  describes?: boolean;
  /** Heading in a CSV and label in the web app. */
  ja: string;
  en: string;
  /** Other headings that an import recognises. */
  headings?: readonly string[];
}

const DATE_LENGTH = 10;

/**
 * Fields of a member that staff fill in, in the order of forms and files (MBR-1). Contracts, stored
 * document, CSV, search, audit, merge, disclosure, erasure and the web app derive from it.
 */
export const memberFields = {
  familyName: {
    kind: 'line',
    maxLength: 100,
    isRequired: true,
    foundAs: 'name',
    ja: '姓',
    en: 'Family name',
    headings: ['苗字', '名字'],
  },
  firstName: { kind: 'line', maxLength: 100, foundAs: 'name', ja: '名', en: 'First name' },
  familyNameKana: {
    kind: 'line',
    maxLength: 100,
    foundAs: 'name',
    ja: '姓（カナ）',
    en: 'Family name (kana)',
    headings: ['姓カナ', 'セイ'],
  },
  firstNameKana: {
    kind: 'line',
    maxLength: 100,
    foundAs: 'name',
    ja: '名（カナ）',
    en: 'First name (kana)',
    headings: ['名カナ', 'メイ'],
  },
  company: {
    kind: 'line',
    maxLength: 200,
    foundAs: 'name',
    describes: true,
    ja: '会社名',
    en: 'Company',
    headings: ['会社', '所属', '会社・屋号', '屋号'],
  },
  title: {
    kind: 'line',
    maxLength: 200,
    foundAs: 'text',
    describes: true,
    ja: '役職',
    en: 'Title',
    headings: ['肩書き', '肩書', 'Job title'],
  },
  email: {
    kind: 'email',
    maxLength: 254,
    foundAs: 'text',
    ja: 'メールアドレス',
    en: 'E-mail',
    headings: ['メール', 'Mail', 'E-mail address'],
  },
  phone: {
    kind: 'line',
    maxLength: 50,
    foundAs: 'text',
    ja: '電話番号',
    en: 'Phone',
    headings: ['電話', 'TEL', 'Telephone', 'Phone number'],
  },
  birthday: {
    kind: 'date',
    maxLength: DATE_LENGTH,
    foundAs: 'text',
    ja: '誕生日',
    en: 'Birthday',
    headings: ['生年月日', 'Date of birth'],
  },
  memberSince: {
    kind: 'date',
    maxLength: DATE_LENGTH,
    foundAs: 'text',
    ja: '入会日',
    en: 'Member since',
    headings: ['契約開始日', '利用開始日'],
  },
  contractUntil: {
    kind: 'date',
    maxLength: DATE_LENGTH,
    foundAs: 'text',
    ja: '契約終了日',
    en: 'Contract until',
    headings: ['契約満了日', '契約期限', 'Contract end'],
  },
  memo: {
    kind: 'lines',
    maxLength: 5_000,
    foundAs: 'text',
    describes: true,
    ja: 'メモ',
    en: 'Note',
    headings: ['備考', 'Memo'],
  },
} as const satisfies Record<string, MemberFieldDefinition>;

type Fields = typeof memberFields;
export type MemberFieldName = keyof Fields;
export type MemberDateField = {
  [Name in MemberFieldName]: Fields[Name]['kind'] extends 'date' ? Name : never;
}[MemberFieldName];
type TextField = Exclude<MemberFieldName, MemberDateField>;

/** Values of a member's fields: empty texts, and null for dates that are unknown. */
export type MemberFieldValues = Record<TextField, string> & Record<MemberDateField, string | null>;

export const memberFieldNames = Object.keys(memberFields) as MemberFieldName[];

/** The declaration of a field. */
export function memberField(name: MemberFieldName): MemberFieldDefinition {
  return memberFields[name];
}

/** Fields that say what a member does. */
export const describingFieldNames = memberFieldNames.filter((name) => memberField(name).describes);

/** A member's fields by a function of their names. */
function eachField<Shape>(make: (name: MemberFieldName) => unknown): Shape {
  return Object.fromEntries(memberFieldNames.map((name) => [name, make(name)])) as Shape;
}

/** The value of a field that is not filled in. */
export function emptyMemberField(name: MemberFieldName): '' | null {
  return memberField(name).kind === 'date' ? null : '';
}

/** The editable fields of any object that has them; those that it lacks are empty. */
export function memberFieldsOf(source: Partial<MemberFieldValues>): MemberFieldValues {
  return eachField((name) => source[name] ?? emptyMemberField(name));
}

/** A day without a time or zone. Years have four digits, so that texts sort as dates. */
export const day = z.iso
  .date()
  .regex(/^[1-9]/, { error: 'The year must be between 1000 and 9999' })
  .meta({ description: 'A day (RFC 3339 full-date)', example: '1985-04-01' });

/** The fields in an answer. */
type AnswerShape = Record<TextField, z.ZodString> &
  Record<MemberDateField, z.ZodNullable<typeof day>>;
export const memberFieldShape = eachField<AnswerShape>((name) =>
  memberField(name).kind === 'date' ? day.nullable() : z.string(),
);

type TextInput = z.ZodType<string, string>;
type InputShape = Record<TextField, TextInput> & Record<MemberDateField, z.ZodNullable<typeof day>>;

function inputOf(name: MemberFieldName): z.ZodType {
  const { kind, maxLength, isRequired } = memberField(name);
  switch (kind) {
    case 'line':
      return isRequired ? line(maxLength).pipe(z.string().min(1)) : line(maxLength);
    case 'lines':
      return lines(maxLength);
    case 'email':
      // One string, for generators of clients: a union with a default does not compile in Java.
      return line(maxLength)
        .refine((text) => text === '' || email.safeParse(text).success, { error: 'invalid-email' })
        .meta({ example: 'hanako@example.com' });
    case 'date':
      return day.nullable();
  }
}

/** The fields in a request. */
export const memberFieldInput = eachField<InputShape>(inputOf);

/** The fields of a request that adds a member: all but the required ones may be left out. */
type AddShape = { familyName: TextInput } & Record<
  Exclude<TextField, 'familyName'>,
  z.ZodDefault<TextInput>
> &
  Record<MemberDateField, z.ZodDefault<z.ZodNullable<typeof day>>>;
export const memberFieldAddInput = eachField<AddShape>((name) => {
  const input = inputOf(name) as z.ZodType<string | null>;
  return memberField(name).isRequired ? input : input.default(emptyMemberField(name));
});
