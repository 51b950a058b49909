import type { Locale } from '@engawa/contracts';
import type { MailContent, RenderedMail } from './mail-content';

const closing: Record<Locale, string> = {
  ja: 'このメールはEngawaから自動で送られています。返信は届きません。',
  en: 'This e-mail was sent automatically by Engawa. Replies are not read.',
};

/** Renders a mail as text and HTML. Everything is escaped; the subject is one line. */
export function renderMail(content: MailContent): RenderedMail {
  return {
    subject: oneLine(content.subject),
    text: renderText(content),
    html: renderHtml(content),
  };
}

function renderText(content: MailContent): string {
  const blocks = [content.greeting, ...content.paragraphs];
  if (content.action) blocks.push(`${content.action.label}\n${content.action.url}`);
  blocks.push(...(content.notes ?? []));
  return `${blocks.join('\n\n')}\n\n-- \nEngawa\n${closing[content.locale]}\n`;
}

function renderHtml(content: MailContent): string {
  const paragraphs = [content.greeting, ...content.paragraphs]
    .map((text) => `<p style="margin:0 0 16px">${withBreaks(text)}</p>`)
    .join('\n');
  const notes = (content.notes ?? [])
    .map((text) => `<p style="margin:0 0 8px;font-size:13px;color:#5e5a52">${withBreaks(text)}</p>`)
    .join('\n');
  return `<!doctype html>
<html lang="${content.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(oneLine(content.subject))}</title>
</head>
<body style="margin:0;padding:24px;background:#faf8f4;color:#22201c;font-family:'Hiragino Sans','Noto Sans JP',Meiryo,sans-serif;font-size:15px;line-height:1.8">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:10px">
<p style="margin:0 0 24px;font-weight:700;letter-spacing:.04em">Engawa</p>
${paragraphs}
${content.action ? renderAction(content.action) : ''}
${notes}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e6e1d8;font-size:12px;color:#5e5a52">${escapeHtml(closing[content.locale])}</p>
</div>
</body>
</html>
`;
}

function renderAction(action: { label: string; url: string }): string {
  const url = escapeHtml(action.url);
  return `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 24px;background:#274b7a;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5e5a52;word-break:break-all">${url}</p>`;
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- a line break in a subject would start a header
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}
