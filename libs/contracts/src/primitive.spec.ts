import { addUserInput } from './entity/staff';
import { createLabelInput } from './entity/label';
import { createReactionInput } from './entity/reaction';
import { createApiTokenInput } from './entity/api-token';
import { updateSpaceInput } from './entity/space';
import { createCommentInput } from './entity/comment';
import { saveDraftInput } from './entity/draft';
import { createPostInput } from './entity/post';
import { line } from './primitive';

describe('a text of one line', () => {
  it('is trimmed, and refuses breaks and other control characters', () => {
    expect(line(5).parse(' 縁側\n')).toBe('縁側');
    for (const text of ['a\r\nBcc: b', 'a\nb', 'a\tb', 'a\u0000b', 'a\u007fb'])
      expect([text, line(99).safeParse(text).success]).toEqual([text, false]);
  });

  it('is what names are', () => {
    const name = '新人\r\nBcc: a@example.com';
    const inputs = [
      [addUserInput, { email: 'a@example.com', displayName: name }],
      [addUserInput, { email: 'a@example.com', displayName: 'x', jobTitle: name }],
      [updateSpaceInput, { displayName: name }],
      [createLabelInput, { name }],
      [createReactionInput, { emoji: '👍', name }],
      [createApiTokenInput, { name, scopes: ['post.read'] }],
    ] as const;
    for (const [schema, input] of inputs) {
      const issues = schema.safeParse(input).error?.issues.map(({ code }) => code as string);
      expect(issues).toEqual(['invalid_format']);
    }
  });
});

describe('what people write', () => {
  it('is kept as it is, or refused', () => {
    const memo = '一行目\r\n\tが 👨‍👩‍👧 𠮷。';
    expect(createPostInput.parse({ memo }).memo).toBe(memo);
    expect(createCommentInput.parse({ memo }).memo).toBe(memo);
    expect(saveDraftInput.parse({ memo, revision: 1 }).memo).toBe(memo);
    for (const schema of [createPostInput, createCommentInput]) {
      expect(schema.safeParse({ memo: '一行目\u000b二行目' }).success).toBe(false);
    }
  });
});
