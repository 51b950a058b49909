import { withoutMemberAddresses } from '@engawa/contracts';
import { messageMemo } from './member-message.rules';

describe('the memo of a message to staff', () => {
  it('says to whom it is, and names each member with the address of the page about them', () => {
    const memo = messageMemo(
      [{ displayName: '水野 恵子' }, { displayName: '青木' }],
      ' 見学の前に確認してください。\n',
      [
        { id: 'm-1', familyName: '佐藤', firstName: '陽子' },
        { id: 'm-2', familyName: '森', firstName: '' },
      ],
      'https://engawa.example',
    );
    expect(memo).toBe(
      [
        '@水野 恵子 @青木',
        '見学の前に確認してください。',
        '・佐藤 陽子 https://engawa.example/members/m-1',
        '・森 https://engawa.example/members/m-2',
      ].join('\n'),
    );
    expect(withoutMemberAddresses(memo)).toBe(
      '@水野 恵子 @青木\n見学の前に確認してください。\n・佐藤 陽子\n・森',
    );
  });
});
