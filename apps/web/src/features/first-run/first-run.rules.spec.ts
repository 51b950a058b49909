import { isNew } from './first-run.rules';

const all = { members: true, staffs: true, post: true, chat: true };

describe('the first steps of a space', () => {
  it.each(['members', 'staffs', 'post'] as const)('are needed without %s', (step) => {
    expect(isNew({ ...all, [step]: false })).toBe(true);
  });

  it('are over when people and posts are there, also without a chat', () => {
    expect(isNew(all)).toBe(false);
    expect(isNew({ ...all, chat: false })).toBe(false);
  });
});
