import { auditFacts, member, sessionEntry, staff } from '@engawa/contracts';
import { legalTexts } from './legal.messages';

/** What the privacy policy calls each field that says something about a person, in ja and en. */
type Words = Record<string, readonly [ja: string, en: string]>;

const name = ['氏名', 'name'] as const;
const kana = ['カナ', 'kana'] as const;
const photo = ['写真', 'photo'] as const;
const records = ['記録', 'records'] as const;

const ofMembers: Words = {
  ...{ familyName: name, firstName: name, familyNameKana: kana, firstNameKana: kana },
  company: ['会社・屋号', 'company'],
  title: ['肩書き', 'title'],
  email: ['メールアドレス', 'e-mail address'],
  phone: ['電話番号', 'phone'],
  birthday: ['誕生日', 'birthday'],
  memberSince: ['入会日', 'joined'],
  contractUntil: ['契約終了日', 'contract ends'],
  memo: ['メモ', 'note'],
  customFields: ['スペースが加えた項目', 'fields that the space adds'],
  ...{ photoUrl: photo, thumbPhotoUrl: photo },
  typeOfContract: ['会員種別', 'member type'],
  // They are counted from the records.
  ...{ lastTalkedAt: records, posts: records, openIssues: records },
};

const ofStaff: Words = {
  displayName: name,
  jobTitle: ['肩書き', 'title'],
  bio: ['自己紹介', 'introduction'],
  email: ['メールアドレス', 'e-mail address'],
  ...{ photoUrl: photo, thumbPhotoUrl: photo },
  role: ['権限', 'role'],
  ...{ excludeFromRanking: ['設定', 'settings'], isAgreedToTOU: ['設定', 'settings'] },
};

const ofSignIns: Words = {
  ...{ createdAt: ['日時', 'time'], lastSeenAt: ['日時', 'time'] },
  userAgent: ['端末', 'device'],
  network: ['接続元のアドレス', 'network address'],
};

const ofActions: Words = {
  ...{ action: ['操作の履歴', 'log of actions'], target: ['操作の履歴', 'log of actions'] },
  changes: ['操作の履歴', 'log of actions'],
  userAgent: ['端末', 'device'],
  network: ['接続元のアドレス', 'network address'],
};

/** What says nothing about a person: keys, versions and states of the record itself. */
const ofNobody = new Set([
  ...['id', 'version', 'typeId', 'createdAt', 'updatedAt', 'deleted', 'erased'],
  ...['deactivated', 'initialPasswordChanged', 'current', 'expiresAt'],
]);

describe.each([
  ['members', member, ofMembers, legalTexts['legal.privacy.members']],
  ['staff', staff, ofStaff, legalTexts['legal.privacy.staff']],
  ['sign-ins', sessionEntry, ofSignIns, legalTexts['legal.privacy.staff']],
  ['the audit log', auditFacts, ofActions, legalTexts['legal.privacy.staff']],
])('what the privacy policy says about %s', (_what, { shape }, words, text) => {
  it('covers every field of the contract', () => {
    const missing = Object.keys(shape).filter((field) => !ofNobody.has(field) && !words[field]);
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(words))('names %s in both languages', (_field, [ja, en]) => {
    expect(text.ja).toContain(ja);
    expect(text.en).toContain(en);
  });
});
