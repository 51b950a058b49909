import { mustReadStep } from './must-read.rules';

const post = { mustRead: true, ownerId: 'writer', confirmations: [] };

describe('the must-read command', () => {
  it('makes a post a must-read', () => {
    expect(mustReadStep({ ...post, mustRead: false }, 'reader')).toBe('make');
  });

  it('confirms a must-read of somebody else once, then removes the mark', () => {
    expect(mustReadStep(post, 'reader')).toBe('confirm');
    const confirmations = [{ staffId: 'reader', confirmedAt: '2026-11-30T00:00:00.000Z' }];
    expect(mustReadStep({ ...post, confirmations }, 'reader')).toBe('drop');
  });

  it('removes the mark from an own post', () => {
    expect(mustReadStep(post, 'writer')).toBe('drop');
  });
});
