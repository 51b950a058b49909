import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const workspace = path.resolve(__dirname, '../../..');

/**
 * Files with texts that people read: message catalogues, problem texts, mails and chat messages.
 */
const isCatalogue = (file: string): boolean =>
  !file.includes('.spec.') &&
  (file.endsWith('.messages.ts') ||
    /libs\/contracts\/src\/problem-text\/\w+\.ts$/.test(file) ||
    /-mail\.rules\.ts$|mail-layout\.ts$|chat-message\.rules\.ts$/.test(file));

interface Text {
  file: string;
  text: string;
}

/** Every string of a file that consists of words, not ids or keys. */
function textsOf(file: string): Text[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(workspace, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      if (!ts.isPropertyAssignment(node.parent) || node.parent.name !== node)
        found.push({ file, text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(path.join(workspace, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter(isCatalogue),
);
const texts = files.flatMap(textsOf);
const japanese = texts.filter(({ text }) => /[ぁ-んァ-ヶ一-龠]/.test(text));
const english = texts.filter(({ text }) => / /.test(text) && !/[ぁ-んァ-ヶ一-龠]/.test(text));

/** Words missing from the product's word table, and the word to use instead. */
const forbiddenInJapanese: [word: RegExp, use: string][] = [
  [/メンバー/, '会員'],
  [/利用者|ユーザ/, 'スタッフ or 会員'],
  [/従業員|社員/, 'スタッフ'],
  [/ワークスペース|テナント/, 'スペース'],
  [/タグ|ラベリング/, 'ラベル'],
  [/会員タイプ|会員区分/, '会員種別'],
  [/オーナー|総合管理者|一般管理者|統括/, '主管理者 or 管理者'],
  [/退会者|退会した/, '退会済み'],
  [/未着手|進行中|作業中/, '未対応 or 対応中'],
  [/スキップ/, '見送り'],
  [/締め?切り?|期日|期限超過/, '期限 or 期限切れ'],
  [/ドラフト|草稿/, '下書き'],
  [/イシュー/, '課題'],
  [/スタンプ|絵文字リアクション/, 'リアクション'],
  [/スレッド/, 'コメント'],
  [/フリガナ|ふりがな|（かな）|名前・かな|かな・会社/, 'カナ'],
  [/[}\d]名(?!前)/, '人'],
  [/サインイン|ログオン/, 'ログイン'],
  [/Eメール|電子メール/, 'メール'],
  [/[!！]/, 'no exclamation mark'],
  [/[ぁ-んァ-ヶ一-龠][()]/, 'full-width brackets'],
];
/** Columns of CSV files that other systems write. */
const allowed = new Set(['会社名', '役職']);

/** What language.md forbids in English: riddles, poetry and translated idioms. */
const forbiddenInEnglish: [word: RegExp, use: string][] = [
  [/\bmend(ed|s)?\b/i, 'fix'],
  [/\bstands? (here|there|now)\b/i, 'appears here, current version'],
  [/\bwill stand\b/i, 'will appear'],
  [/\bgrown cold\b/i, 'overdue for a talk'],
  [/\b(takes?|hand\w*) the office\b/i, 'becomes primary administrator'],
  [/\bgive out\b|\bgave out\b/i, 'export'],
  [/\b(a|one|another|this|chosen) staff\b(?! member)/i, 'a staff member'],
  [/\bstaffs\b/i, 'staff members'],
  [/\bfor good\b|\banew\b|\bso many\b/i, 'plain words'],
  [/[#\d] tr(y|ies)\b|\bnot tried\b/i, 'attempt'],
  [/\btaken back\b|\btake back\b/i, 'revert'],
  [/\bby itself\b/i, 'automatically'],
  [/\bfor ever\b/i, 'permanently'],
  [/\bspace operation\b/i, 'operator console'],
  [/\bone in a line\b/i, 'one per line'],
  [/\bpassed over\b/i, 'ignored or skipped'],
  [/\bvouch/i, 'verify'],
  [/\w!/, 'no exclamation mark'],
];

function offences(list: Text[], forbidden: [RegExp, string][]): string[] {
  return list.flatMap(({ file, text }) =>
    forbidden
      .filter(([word]) => word.test(text))
      .map(([word, use]) => `${file}: “${text}” has ${word.source}; use: ${use}`),
  );
}

describe('texts that people read', () => {
  it('are found in catalogues, problem texts and mails', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(japanese.length).toBeGreaterThan(1_500);
    expect(english.length).toBeGreaterThan(1_000);
  });

  it('use the words of the table in Japanese', () => {
    const checked = japanese.filter(({ text }) => !allowed.has(text));
    expect(offences(checked, forbiddenInJapanese)).toEqual([]);
  });

  it('are plain English', () => {
    expect(offences(english, forbiddenInEnglish)).toEqual([]);
  });
});
