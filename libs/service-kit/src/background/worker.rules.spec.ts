import { spawnSync } from 'node:child_process';
import { isGone, workerName } from './worker.rules';

describe('whether a worker has died', () => {
  const own = workerName('here', 10);
  it.each([
    ['itself', own, false],
    ['an earlier one of this process', workerName('here', 10), true],
    ['one whose process ended', workerName('here', 11), true],
    ['one whose process runs', workerName('here', 12), false],
    ['one on another host', workerName('there', 11), false],
    ['one of another form', 'b7c1', false],
  ])('%s', (_what, worker, gone) => {
    expect(isGone(worker, own, (pid) => pid === 12)).toBe(gone);
  });

  it('asks the system whether a process runs', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(isGone(workerName('here', pid), own)).toBe(true);
    expect(isGone(workerName('here', process.ppid), own)).toBe(false);
  });
});
