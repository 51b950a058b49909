import { randomUUID, timingSafeEqual } from 'node:crypto';

/** Accounts that one device remembers at most. */
const most = 5;
const form = /^([0-9a-f-]{36})((?:\.[\w-]{22}){0,5})$/;

/**
 * The cookie of a remembered device: its id and, for each account that signed in on it, a mark
 * that only this service can make. It opens nothing; guesses from such a device are merely
 * counted apart.
 */
export interface DeviceCookie {
  readonly deviceId: string;
  readonly marks: readonly string[];
}

/** A new device for what is missing or not ours. */
export function readDevice(text: string | undefined): DeviceCookie {
  const match = text === undefined ? null : form.exec(text);
  if (!match) return { deviceId: randomUUID(), marks: [] };
  const [, deviceId = '', marks = ''] = match;
  return { deviceId, marks: marks.split('.').filter(Boolean) };
}

export function writeDevice(device: DeviceCookie): string {
  return [device.deviceId, ...device.marks].join('.');
}

export function isMarked(device: DeviceCookie, mark: string): boolean {
  const wanted = Buffer.from(mark);
  return device.marks.some((given) => timingSafeEqual(Buffer.from(given), wanted));
}

/** The device with this account as its latest. */
export function withMark(device: DeviceCookie, mark: string): DeviceCookie {
  const others = device.marks.filter((given) => given !== mark);
  return { ...device, marks: [mark, ...others].slice(0, most) };
}
