import { randomUUID, timingSafeEqual } from 'node:crypto';

/** Most accounts per device. */
const most = 5;
const form = /^([0-9a-f-]{36})((?:\.[\w-]{22}){0,5})$/;

/**
 * Cookie of a remembered device: its id and, for each account that signed in on it, a mark that
 * only this service can create. It grants nothing; guesses from such a device are only counted
 * separately.
 */
export interface DeviceCookie {
  readonly deviceId: string;
  readonly marks: readonly string[];
}

/** A new device if the cookie is missing or forged. */
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

/** Adds the account as the latest of the device. */
export function withMark(device: DeviceCookie, mark: string): DeviceCookie {
  const others = device.marks.filter((given) => given !== mark);
  return { ...device, marks: [mark, ...others].slice(0, most) };
}
