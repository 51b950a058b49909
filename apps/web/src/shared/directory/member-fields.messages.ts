import type { MemberFieldName } from '@engawa/contracts';
import { defineTexts } from '../intl/messages';

/** Names of a member's fields. The compiler asks for each field of the contract. */
export const memberFieldTexts = defineTexts({
  'memberField.familyName': { ja: '姓', en: 'Family name' },
  'memberField.firstName': { ja: '名', en: 'First name' },
  'memberField.familyNameKana': { ja: '姓（カナ）', en: 'Family name (kana)' },
  'memberField.firstNameKana': { ja: '名（カナ）', en: 'First name (kana)' },
  'memberField.company': { ja: '会社・屋号', en: 'Company' },
  'memberField.title': { ja: '肩書き', en: 'Title' },
  'memberField.email': { ja: 'メールアドレス', en: 'E-mail address' },
  'memberField.phone': { ja: '電話番号', en: 'Phone' },
  'memberField.birthday': { ja: '誕生日', en: 'Birthday' },
  'memberField.memberSince': { ja: '入会日', en: 'Member since' },
  'memberField.contractUntil': { ja: '契約終了日', en: 'Contract until' },
  'memberField.memo': { ja: 'メモ', en: 'Note' },
} satisfies Record<`memberField.${MemberFieldName}`, { ja: string; en: string }>);

/** The text of a member's field; null for custom fields, which go by their name. */
export function memberFieldId(field: string): keyof typeof memberFieldTexts | null {
  const id = `memberField.${field}`;
  return Object.hasOwn(memberFieldTexts, id) ? (id as keyof typeof memberFieldTexts) : null;
}
