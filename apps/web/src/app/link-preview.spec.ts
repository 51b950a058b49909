import { readFileSync } from 'node:fs';
import path from 'node:path';

describe('the preview of a link', () => {
  const page = readFileSync(path.join(__dirname, '../../index.html'), 'utf8');
  const meta = (property: string) =>
    new RegExp(`<meta property="og:${property}" content="([^"]*)"`).exec(page)?.[1];

  it('names the product, and no contents', () => {
    expect([meta('site_name'), meta('title'), meta('type')]).toEqual([
      'Engawa',
      'Engawa',
      'website',
    ]);
    expect(meta('description')).toBe('コミュニティスペースの関係ログ');
    expect(meta('image')).toBeUndefined();
    expect(page).toContain('<meta name="robots" content="noindex" />');
  });
});
