import type { MemberFile } from '@engawa/contracts';
import { escapeHtml } from '../../shared/display/escape-html';

/** Texts of the document in the reader's language. */
export interface FileWords {
  locale: string;
  title: string;
  made: [label: string, value: string];
  /** The member's own, and those that were merged into it. Empty values are omitted. */
  records: { title: string; facts: [label: string, value: string][] }[];
  entries: string;
  noEntries: string;
  incomplete: string;
  attachments: string;
  dateOf: (at: string) => string;
}

const style = `
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1.5rem; color: #22201c;
    font: 15px/1.75 -apple-system, "Segoe UI", Roboto, "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP",
      "BIZ UDPGothic", Meiryo, system-ui, sans-serif; }
  h1 { font-size: 1.5rem; } h2 { margin-top: 2rem; font-size: 1.1rem; }
  dl { display: grid; grid-template-columns: 10rem 1fr; gap: .25rem 1rem; }
  dt, .by { color: #5e5a52; } dd { margin: 0; white-space: pre-wrap; }
  article { padding: .75rem 0; border-top: 1px solid #e6e1d8; break-inside: avoid; }
  article p { margin: 0; white-space: pre-wrap; } .by { font-size: .85rem; }
`;

/** An HTML document with all data about a member, to show and print (MBR-5). */
export function fileDocument(file: MemberFile, words: FileWords): string {
  const records = words.records.map(({ title, facts }) => {
    const rows = facts
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`);
    return `<h2>${escapeHtml(title)}</h2><dl>${rows.join('')}</dl>`;
  });
  const entries = file.entries.map((entry) => {
    const titles = entry.attachmentTitles.join(', ');
    return [
      '<article>',
      `<p class="by">${escapeHtml(words.dateOf(entry.talkedAt))} ${escapeHtml(entry.writtenBy)}</p>`,
      `<p>${escapeHtml(entry.memo)}</p>`,
      titles ? `<p class="by">${escapeHtml(words.attachments)}: ${escapeHtml(titles)}</p>` : '',
      '</article>',
    ].join('');
  });
  return [
    `<!doctype html><html lang="${escapeHtml(words.locale)}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(words.title)}</title><style>${style}</style></head><body>`,
    `<h1>${escapeHtml(words.title)}</h1>`,
    `<p class="by">${escapeHtml(words.made[0])}: ${escapeHtml(words.made[1])}</p>`,
    ...records,
    `<h2>${escapeHtml(words.entries)}</h2>`,
    file.entriesAreComplete ? '' : `<p class="by">${escapeHtml(words.incomplete)}</p>`,
    entries.length === 0 ? `<p>${escapeHtml(words.noEntries)}</p>` : entries.join('\n'),
    '</body></html>',
  ].join('\n');
}
