import { z } from 'zod';
import { addUserInput } from './entity/staff';
import { createLabelInput } from './entity/label';
import { addCustomFieldInput } from './entity/custom-field';
import { snoozeMemberInput } from './entity/health';
import { addMemberInput, addMemberTypeInput } from './entity/member';
import { createPostTemplateInput } from './entity/post-template';
import { createSavedViewInput } from './entity/saved-view';
import { createSavedSearchInput } from './entity/search';
import { createReactionInput } from './entity/reaction';
import { createApiTokenInput } from './entity/api-token';
import { updateSpaceInput } from './entity/space';
import { createCommentInput } from './entity/comment';
import { saveDraftInput } from './entity/draft';
import { createPostInput, updatePostInput } from './entity/post';
import { setReadPositionInput } from './entity/read-position';
import { createTaskFilterInput, updateTaskInput } from './entity/task';
import { instant, instantInput, line, newPassword } from './primitive';

describe('a text of one line', () => {
  it('is trimmed, and refuses breaks and other control characters', () => {
    expect(line(5).parse(' 縁側\n')).toBe('縁側');
    for (const text of ['a\r\nBcc: b', 'a\nb', 'a\tb', 'a\u0000b', 'a\u007fb'])
      expect([text, line(99).safeParse(text).success]).toEqual([text, false]);
  });

  it('is empty if it shows nothing, and keeps the invisible characters of what shows', () => {
    for (const text of [
      '\u200b',
      '\ufeff',
      '\u2060',
      '\u00ad',
      '\ufe0f',
      '\u3164',
      '\u2800',
      ' \u200d ',
    ]) {
      expect([text, line(5).parse(text)]).toEqual([text, '']);
    }
    for (const text of ['👨‍👩‍👧', '❤️', '🏴\u{e0067}\u{e0062}\u{e007f}', 'a\u200bb', '葛\u{e0100}']) {
      expect([text, line(20).parse(text)]).toEqual([text, text]);
    }
  });

  it('cannot be blank where a name is required', () => {
    const name = '\u200b\u2060';
    const inputs = [
      [addMemberInput, { familyName: name }],
      [addMemberTypeInput, { name }],
      [addCustomFieldInput, { name, kind: 'text' }],
      [addUserInput, { email: 'a@example.com', displayName: name }],
      [updateSpaceInput, { displayName: name }],
      [createLabelInput, { name }],
      [createReactionInput, { emoji: '👍', name }],
      [createPostTemplateInput, { displayName: name }],
      [createSavedViewInput, { displayName: name }],
      [createSavedSearchInput, { displayName: name, criteria: {} }],
      [createTaskFilterInput, { displayName: name, criteria: {} }],
      [createApiTokenInput, { name, scopes: ['post.read'] }],
      [snoozeMemberInput, { until: '2026-12-01', reason: name }],
    ] as const;
    for (const [schema, input] of inputs) {
      const issues = schema.safeParse(input).error?.issues.map(({ code }) => code as string);
      expect([input, issues]).toEqual([input, ['too_small']]);
    }
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

describe('an instant of a request', () => {
  const ends = ['1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '1000-01-01T01:00:00+01:00'];
  const beyond = [
    '0000-01-01T00:00:00+01:00',
    '0999-12-31T23:59:59Z',
    '1000-01-01T00:30:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ];

  it('has a year between 1000 and 9999 in UTC, whatever its offset', () => {
    for (const text of ends) expect(instantInput.parse(text)).toBe(text);
    for (const text of [...beyond, 'tomorrow']) {
      expect(instantInput.safeParse(text).error?.issues).toMatchObject([
        { code: 'invalid_format', format: 'datetime', path: [] },
      ]);
    }
  });

  it('is required wherever it is stored, while older ones can still be read', () => {
    for (const at of beyond) {
      const inputs = [
        [createPostInput, { memo: 'x', talkedAt: at }],
        [createPostInput, { memo: 'x', task: { dueAt: at } }],
        [updatePostInput, { talkedAt: at }],
        [updatePostInput, { task: { dueAt: at } }],
        [createCommentInput, { memo: 'x', task: { dueAt: at } }],
        [saveDraftInput, { revision: 1, talkedAt: at }],
        [updateTaskInput, { dueAt: at }],
        [setReadPositionInput, { timeline: at }],
        [createApiTokenInput, { name: 'x', scopes: ['post.read'], expiresAt: at }],
      ] as const;
      for (const [schema, input] of inputs) {
        expect([input, schema.safeParse(input).success]).toEqual([input, false]);
      }
      expect(instant.safeParse(at).success).toBe(true);
    }
  });

  it('is described as any instant', () => {
    expect(z.toJSONSchema(instantInput)).toEqual(z.toJSONSchema(instant));
  });
});

describe('a new password', () => {
  const codesOf = (text: string) =>
    newPassword.safeParse(text).error?.issues.map(({ code }) => code as string) ?? [];

  it('has at least 8 characters as it is hashed, whatever their encoding', () => {
    for (const text of ['縁側の合言葉です', 'が'.repeat(8).normalize('NFD'), '🍵'.repeat(8)]) {
      expect([text, codesOf(text)]).toEqual([text, []]);
    }
    for (const text of ['', 'seven77', '🍵'.repeat(4), 'が'.repeat(7).normalize('NFD')]) {
      expect([text, codesOf(text)]).toEqual([text, ['too_small']]);
    }
    expect(codesOf('a'.repeat(201))).toEqual(['too_big']);
  });

  it('tells its limits to clients', () => {
    expect(z.toJSONSchema(newPassword)).toMatchObject({ minLength: 8, maxLength: 200 });
  });
});
