import type { Handover } from '@engawa/contracts';
import { questionOf, readRange, shownSections } from './handover.rules';

describe('the handover page', () => {
  it('reads its range from the address, and begins where one was last', () => {
    expect(readRange(new URLSearchParams())).toBe('last');
    expect(readRange(new URLSearchParams('since=week'))).toBe('week');
    expect(readRange(new URLSearchParams('since=2020'))).toBe('last');
  });

  it('asks for a moment, or leaves it to the server', () => {
    const now = Date.parse('2026-11-21T01:00:00.000Z');
    expect(questionOf('last', now)).toEqual({});
    expect(questionOf('day', now)).toEqual({ since: '2026-11-20T01:00:00.000Z' });
    expect(questionOf('month', now)).toEqual({ since: '2026-10-22T01:00:00.000Z' });
  });

  it('shows what waits for the reader first, and nothing that is empty', () => {
    const section = (kind: string, count: number) => ({ kind, count, items: [] });
    const handover = {
      since: '',
      until: '',
      sections: [
        section('postWritten', 3),
        section('issueOpened', 0),
        section('taskHandedToMe', 1),
        section('mustRead', 2),
      ],
    } as unknown as Handover;
    expect(shownSections(handover).map(({ kind }) => kind)).toEqual([
      'mustRead',
      'taskHandedToMe',
      'postWritten',
    ]);
  });
});
