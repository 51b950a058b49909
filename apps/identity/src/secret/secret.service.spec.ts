import { SecretService } from './secret.service';

const secrets = new SecretService({ ENGAWA_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') });

describe('SecretService', () => {
  it('opens what it sealed, for the same owner only', () => {
    const box = secrets.seal('staff-1', 'JBSWY3DPEHPK3PXP');
    expect(box).not.toContain('JBSWY3');
    expect(secrets.open('staff-1', box)).toBe('JBSWY3DPEHPK3PXP');
    expect(() => secrets.open('staff-2', box)).toThrow();
    expect(secrets.seal('staff-1', 'JBSWY3DPEHPK3PXP')).not.toBe(box);
  });

  it('opens what was stored as base64', () => {
    const box = Buffer.from(secrets.seal('staff-1', 'あ'), 'base64url').toString('base64');
    expect(secrets.openStored('staff-1', box)).toBe('あ');
    expect(secrets.openStored('staff-2', box)).toBeNull();
  });

  it('marks a device for one account', () => {
    expect(secrets.deviceMark('a@x.jp', 'd')).toBe(secrets.deviceMark('a@x.jp', 'd'));
    expect(secrets.deviceMark('a@x.jp', 'd')).not.toBe(secrets.deviceMark('b@x.jp', 'd'));
  });

  it('gives each API token a secret of its own, and the same one again', () => {
    const secret = secrets.apiTokenSecret('s1', 'a');
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(secrets.apiTokenSecret('s1', 'a')).toBe(secret);
    expect(secrets.apiTokenSecret('s1', 'b')).not.toBe(secret);
    expect(secrets.apiTokenSecret('s2', 'a')).not.toBe(secret);
  });
});
