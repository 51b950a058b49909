import { memberTabPath, readMemberTab, tabOfKey } from './member-tab.rules';

describe('the tabs of a member', () => {
  it('are read from the address that they write', () => {
    for (const tab of ['posts', 'tasks', 'connections', 'record'] as const) {
      const { searchParams } = new URL(memberTabPath('m1', tab), 'http://localhost');
      expect(readMemberTab(searchParams)).toBe(tab);
    }
    expect(memberTabPath('m1', 'posts')).toBe('/members/m1');
    expect(readMemberTab(new URLSearchParams('tab=nothing'))).toBe('posts');
  });

  it('are walked by keys, around the ends', () => {
    expect(tabOfKey('ArrowRight', 'posts')).toBe('tasks');
    expect(tabOfKey('ArrowRight', 'record')).toBe('posts');
    expect(tabOfKey('ArrowLeft', 'posts')).toBe('record');
    expect(tabOfKey('End', 'posts')).toBe('record');
    expect(tabOfKey('Home', 'connections')).toBe('posts');
    expect(tabOfKey('x', 'posts')).toBeNull();
  });
});
