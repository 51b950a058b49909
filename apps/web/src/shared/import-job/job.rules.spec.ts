import { isCsv, progressOf, shownState } from './job.rules';

describe('isCsv', () => {
  it('is decided by the file name', () => {
    expect(isCsv('会員.CSV')).toBe(true);
    expect(isCsv('members.csv.xlsx')).toBe(false);
    expect(isCsv('csv')).toBe(false);
  });
});

describe('progressOf', () => {
  it('is unknown while the file is read', () => {
    expect(progressOf({ state: 'checking', rows: 0, processed: 40 })).toBeNull();
  });
  it('is the share of rows while it runs, and whole afterwards', () => {
    expect(progressOf({ state: 'running', rows: 200, processed: 50 })).toBe(0.25);
    expect(progressOf({ state: 'done', rows: 200, processed: 0 })).toBe(1);
  });
});

describe('shownState', () => {
  it('calls ready only what can be run and would write something', () => {
    const checked = { state: 'checked', fileKept: true };
    expect(shownState(checked, 3)).toBe('checked');
    expect(shownState(checked, 0)).toBe('nothing');
    expect(shownState({ ...checked, fileKept: false }, 3)).toBe('expired');
    expect(shownState({ state: 'done', fileKept: false }, 0)).toBe('done');
  });
});
