import { checkedKey } from './file-store';
import { extensionOf, pathName, storagePath, thumbnailPath } from './storage-path';

it('follows the paths of the source', () => {
  expect(storagePath.memberPhoto('s1', 'm1', 'u1', 'png')).toBe('s1/members/m1/u1.png');
  expect(storagePath.staffPhoto('s1', 't1', 'u1', 'jpg')).toBe('s1/users/t1/u1.jpg');
  expect(storagePath.post('s1', 'p1', '見積 1.pdf')).toBe('s1/posts/p1/見積 1.pdf');
  expect(storagePath.comment('s1', 'p1', 'c1', 'a.png')).toBe('s1/posts/p1/comments/c1/a.png');
  expect(storagePath.draft('s1', 'd1', 'a.png')).toBe('s1/drafts/d1/a.png');
  expect(thumbnailPath('s1/posts/p1/a.png')).toBe('s1/posts/p1/thumb-a.png.webp');
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\files\\plan.pdf', 'plan.pdf'],
  ['...', 'file'],
  ['', 'file'],
  ['.htaccess', 'htaccess'],
  ['a\u0000b\nc.txt', 'a_b_c.txt'],
  ['report\u202egpj.exe', 'report_gpj.exe'],
  ['what?*.txt', 'what__.txt'],
  ['か\u3099.txt', 'が.txt'],
])('makes a path name of %j', (given, name) => {
  expect(pathName(given)).toBe(name);
  expect(() => checkedKey(`s/posts/p/${pathName(given)}`)).not.toThrow();
});

it('shortens long names and keeps the extension', () => {
  const name = pathName(`${'縁'.repeat(300)}.docx`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(160);
  expect(name).toMatch(/^縁+\.docx$/);
});

it('reads extensions', () => {
  expect(['a.PNG', 'a.tar.gz', '.env', 'none'].map(extensionOf)).toEqual(['png', 'gz', '', '']);
});
