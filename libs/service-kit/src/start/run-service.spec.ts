import { Logger } from '@nestjs/common';
import { register } from 'prom-client';
import { logUnhandledRejections } from './run-service';

it('logs and counts a rejected promise that nobody waits for, and goes on', async () => {
  const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const before = process.listeners('unhandledRejection');
  logUnhandledRejections();
  logUnhandledRejections();
  expect(await register.metrics()).toContain('engawa_unhandled_rejections_total 0');
  const added = process.listeners('unhandledRejection').filter((each) => !before.includes(each));
  expect(added).toHaveLength(1);
  added[0]!(new Error('nobody waited'), Promise.resolve());
  expect(error).toHaveBeenCalledTimes(1);
  expect(await register.metrics()).toContain('engawa_unhandled_rejections_total 1');
  process.off('unhandledRejection', added[0]!);
});
