import { isMarked, readDevice, withMark, writeDevice } from './device-cookie.rules';

const mark = (letter: string) => letter.repeat(22);

describe('the cookie of a remembered device (IDN-4)', () => {
  it('remembers the five latest accounts', () => {
    let device = readDevice(undefined);
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f', 'b'])
      device = withMark(device, mark(letter));
    expect(readDevice(writeDevice(device))).toEqual(device);
    expect(device.marks).toHaveLength(5);
    expect(isMarked(device, mark('b'))).toBe(true);
    expect(isMarked(device, mark('a'))).toBe(false);
  });

  it('treats an invalid cookie as a new device', () => {
    expect(readDevice('x').marks).toEqual([]);
    expect(readDevice('x').deviceId).not.toBe(readDevice('x').deviceId);
  });
});
