import { namesWithin } from './redaction.rules';

describe('the names within a text', () => {
  const names = new Set(['佐藤', '佐藤花子', '鈴木', 'anna smith']);

  it.each([
    ['佐藤花子さんが来た', ['佐藤', '佐藤花子']],
    ['末尾に佐藤', ['佐藤']],
    ['met anna smith', ['anna smith']],
    ['誰もいない', []],
    ['', []],
  ])('of %p', (text, expected) => {
    expect(namesWithin(text, names).sort()).toEqual(expected.sort());
  });
});
