import fc from 'fast-check';
import { createStreamReader, type StreamMessage } from './event-stream';

function read(pieces: string[]): StreamMessage[] {
  const out: StreamMessage[] = [];
  const reader = createStreamReader((message) => out.push(message));
  for (const piece of pieces) reader.push(piece);
  return out;
}

const text = ': ping\r\n\r\nid: 7\nevent: change\ndata: {"a":\ndata: 1}\n\ndata: x\r\rid: 9\n\n';

describe('the live stream reader', () => {
  it('knows comments, fields, several data lines and every line end', () => {
    expect(read([text])).toEqual([
      { event: 'change', data: '{"a":\n1}', id: '7' },
      { event: 'message', data: 'x', id: '7' },
    ]);
  });

  it('reads the same however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length }), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        expect(read(pieces)).toEqual(read([text]));
      }),
    );
  });
});
