import { readMembersAddress, writeMembersAddress } from './members-address';

const read = (text: string) => readMembersAddress(new URLSearchParams(text));

describe('the address of the list', () => {
  it('keeps filter and order', () => {
    for (const text of [
      'type=t1&resigned=1&sort=posts.desc',
      'row=sa',
      'q=%E6%A3%AE',
      'sort=custom%3Af-1',
      'sort=kana.desc',
      '',
    ]) {
      expect(writeMembersAddress(read(text)).toString()).toBe(text);
    }
  });

  it('is in kana order with a text or a row, whatever else it says', () => {
    expect(read('q=x&sort=posts.desc&row=sa')).toMatchObject({
      q: 'x',
      row: null,
      sort: 'kana',
      order: 'asc',
    });
    expect(read('row=sa&sort=posts')).toMatchObject({ row: 'sa', sort: 'kana' });
    expect(read('row=xx&sort=shoe.desc')).toMatchObject({ row: null, sort: 'kana' });
  });
});
