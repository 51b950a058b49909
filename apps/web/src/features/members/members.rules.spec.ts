import type { Member } from '@engawa/contracts';
import { readMembersAddress } from '../../shared/address/members-address';
import {
  columnsOf,
  isCold,
  knownAddress,
  readColumns,
  sortOfColumn,
  writeColumns,
} from './members.rules';

describe('the address of the list', () => {
  it('loses a type and an order by a field that were deleted, and keeps the rest', () => {
    const address = readMembersAddress(new URLSearchParams('type=t1&sort=custom%3Af1.desc'));
    const [type, field] = [{ id: 't1' }, { id: 'f1' }];
    expect(knownAddress(address, undefined, undefined)).toEqual(address);
    expect(knownAddress(address, [type], [field])).toEqual(address);
    expect(knownAddress(address, [], [field])).toEqual({ ...address, type: '' });
    expect(knownAddress({ ...address, type: 'none' }, [], [field]).type).toBe('none');
    expect(knownAddress(address, [type], [])).toEqual({ ...address, sort: 'kana', order: 'asc' });
  });
});

describe('the columns', () => {
  const all = columnsOf([
    { id: 'f1', version: 1, name: '棚', kind: 'text', choices: [], order: 0 },
  ]);

  it('are kept by the browser, without those of deleted fields', () => {
    writeColumns(['custom:f1', 'email', 'custom:gone']);
    expect(readColumns(all)).toEqual(['email', 'custom:f1']);
    localStorage.setItem('engawa.members.columns', '{');
    expect(readColumns(all)).toContain('company');
  });

  it('sort where the API does', () => {
    expect(all.filter(sortOfColumn)).toEqual([
      ...['lastTalk', 'posts', 'openIssues', 'memberSince', 'custom:f1'],
    ]);
  });
});

describe('a cold member', () => {
  const now = Date.parse('2026-11-23T00:00:00Z');
  const settings = { defaultDays: 30, types: [{ typeId: 'guest', days: null }] };
  const member = (more: Partial<Member>) =>
    ({ typeId: null, lastTalkedAt: null, deleted: false, ...more }) as Member;

  it('waits longer than the type may, since the last talk or since they were added', () => {
    const old = '2026-10-01T00:00:00Z';
    const recent = '2026-11-20T00:00:00Z';
    const cold = (more: Partial<Member>) => isCold(member(more), settings, now);
    expect(cold({ lastTalkedAt: old, createdAt: old })).toBe(true);
    expect(cold({ createdAt: old })).toBe(true);
    expect(cold({ lastTalkedAt: recent, createdAt: old })).toBe(false);
    expect(cold({ createdAt: old, typeId: 'guest' })).toBe(false);
    expect(cold({ createdAt: old, deleted: true })).toBe(false);
    expect(isCold(member({ createdAt: old }), undefined, now)).toBe(false);
  });
});
