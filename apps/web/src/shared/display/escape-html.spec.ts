import { escapeHtml } from './escape-html';

it('makes of each sign of HTML a text', () => {
  expect(escapeHtml(`<b title="x">O'Neil & 佐藤</b>`)).toBe(
    '&lt;b title=&quot;x&quot;&gt;O&#39;Neil &amp; 佐藤&lt;/b&gt;',
  );
});
