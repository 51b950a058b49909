import { cursor as cursorContract } from '@engawa/contracts';
import fc from 'fast-check';
import { InvalidCursor } from '../persistence.errors';
import { type CursorScope, decodeCursor, encodeCursor } from './cursor';

const scope: CursorScope = { list: 'posts', filter: { ownerId: 'hana', labelId: undefined } };

describe('a cursor', () => {
  it('gives back the position that it was made of', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true }),
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
        fc.constantFrom('next' as const, 'previous' as const),
        (date, text, number, direction) => {
          const position = { direction, values: [date, text, number, null] };
          const cursor = encodeCursor(scope, position);
          expect(decodeCursor(scope, cursor, ['date', 'string', 'number', 'date'])).toEqual(
            position,
          );
        },
      ),
    );
  });

  it('fits the contract', () => {
    const cursor = encodeCursor(scope, { direction: 'next', values: [new Date(), 'x'.repeat(64)] });
    expect(cursorContract.parse(cursor)).toBe(cursor);
  });

  it('is good only for its list and filter; the order of the filter does not matter', () => {
    const cursor = encodeCursor(
      { list: 'posts', filter: { a: 1, b: 2 } },
      {
        direction: 'next',
        values: ['x'],
      },
    );
    const read = (other: CursorScope) => () => decodeCursor(other, cursor, ['string']);
    expect(read({ list: 'posts', filter: { b: 2, a: 1 } })()).toMatchObject({ values: ['x'] });
    expect(read({ list: 'tasks', filter: { a: 1, b: 2 } })).toThrow(InvalidCursor);
    expect(read({ list: 'posts', filter: { a: 1, b: 3 } })).toThrow(InvalidCursor);
    expect(read({ list: 'posts', filter: { a: 1 } })).toThrow(InvalidCursor);
  });

  it('is refused with 400 whatever somebody makes up', () => {
    const genuine = encodeCursor(scope, { direction: 'next', values: ['x'] });
    const body = JSON.parse(Buffer.from(genuine, 'base64url').toString()) as unknown[];
    const forged = (made: unknown) => Buffer.from(JSON.stringify(made)).toString('base64url');
    const attempts = [
      '',
      'nonsense',
      '____',
      genuine.slice(0, -3),
      forged(null),
      forged({}),
      forged([]),
      forged([body[0], 1, 'y']),
      forged([body[0], 1, { $ne: '' }]),
      forged([body[0], 0, 'x']),
      forged([null, 1, 'x']),
    ];
    for (const attempt of attempts) {
      expect(() => decodeCursor(scope, attempt, ['string'])).toThrow(
        expect.objectContaining({ code: 'request.invalid-cursor', status: 400 }),
      );
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => decodeCursor(scope, text, ['string'])).toThrow(InvalidCursor);
      }),
    );
  });

  it('is refused where its values are of another kind', () => {
    const cursor = encodeCursor(scope, { direction: 'next', values: ['x'] });
    expect(() => decodeCursor(scope, cursor, ['number'])).toThrow(InvalidCursor);
    expect(() => decodeCursor(scope, cursor, ['date'])).toThrow(InvalidCursor);
    expect(() => decodeCursor(scope, cursor, ['string', 'string'])).toThrow(InvalidCursor);
  });
});
