import { SecretService } from '../secret/secret.service';
import { keptIdToken, readStep, signInAddress, writeStep, type CodeStep } from './oidc-step.rules';

const box = (byte: number) =>
  new SecretService({ ENGAWA_SECRET_KEY: Buffer.alloc(32, byte).toString('base64') });
const step: CodeStep = {
  kind: 'code',
  space: 'a-space',
  staffId: 's',
  epoch: 1,
  idToken: null,
  until: 1_000,
};

it('keeps a step in a sealed text until it is too old', () => {
  const text = writeStep(step, box(1));
  expect(text).not.toContain('a-space');
  expect(readStep('code', text, box(1), 999)).toEqual(step);
  expect(readStep('code', text, box(1), 1_000)).toBeNull();
});

it('takes nothing that it did not write for that step', () => {
  const text = writeStep(step, box(1));
  expect(readStep('begun', text, box(1), 0)).toBeNull();
  expect(readStep('code', text, box(2), 0)).toBeNull();
  expect(readStep('code', `${text.slice(0, -2)}AA`, box(1), 0)).toBeNull();
  expect(readStep('code', 'x', box(1), 0)).toBeNull();
  expect(readStep('code', undefined, box(1), 0)).toBeNull();
});

it('keeps an ID token only where the cookie stays below 4 kB', () => {
  expect(keptIdToken('x'.repeat(2_401))).toBeNull();
  const idToken = keptIdToken('x'.repeat(2_400));
  const text = writeStep({ kind: 'open', space: 'a'.repeat(60), idToken, until: 1_000 }, box(1));
  expect(text.length).toBeLessThan(3_800);
});

it('leads back to the sign-in page', () => {
  expect(signInAddress('a-space', { problem: 'identity.oidc.failed' })).toBe(
    '/login?space=a-space&problem=identity.oidc.failed',
  );
});
