import { z } from 'zod';
import { PreconditionFailed } from './problem-error';

it('carries the current version, with the fields of the contract only', () => {
  const label = z.object({ id: z.string(), version: z.int() });
  const stored = { id: 'thanks', version: 7, nameKey: 'お礼' };
  const { code, status, options } = new PreconditionFailed('timeline.label.stale', label, stored);
  expect({ code, status }).toEqual({ code: 'timeline.label.stale', status: 412 });
  expect(options.current).toEqual({ id: 'thanks', version: 7 });
});
