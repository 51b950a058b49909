import { readShown, shownUntil } from './shown-changes';

const tasks = { name: 'listTasks' };
const gate = () => {
  let open: () => void = () => undefined;
  let fail: () => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = () => reject(new Error('refused'));
  });
  return { promise, open, fail };
};

describe('a read beside a change that is shown already', () => {
  it('is repeated when the change is answered, and returns only what came after it', async () => {
    const change = gate();
    const first = gate();
    const answers: string[] = [];
    let stored = 'before';
    const read = readShown('listTasks', async () => {
      const answer = stored;
      answers.push(answer);
      if (answers.length === 1) await first.promise;
      return answer;
    });
    shownUntil(change.promise, tasks);
    first.open();
    await new Promise((resolve) => setTimeout(resolve));
    expect(answers).toEqual(['before']);
    stored = 'after';
    change.open();
    expect(await read).toBe('after');
  });

  it('waits for all of several changes, and for a rejected one', async () => {
    const [one, two, first] = [gate(), gate(), gate()];
    let reads = 0;
    const read = readShown('listTasks', async () => {
      reads += 1;
      await first.promise;
      return reads;
    });
    shownUntil(one.promise, tasks);
    shownUntil(two.promise, tasks);
    first.open();
    two.open();
    await new Promise((resolve) => setTimeout(resolve));
    expect(reads).toBe(1);
    one.fail();
    expect(await read).toBe(2);
  });

  it('is also repeated when the change was answered meanwhile', async () => {
    const change = gate();
    const first = gate();
    let reads = 0;
    const read = readShown('listTasks', async () => {
      reads += 1;
      await first.promise;
      return reads;
    });
    shownUntil(change.promise, tasks);
    change.open();
    await change.promise;
    first.open();
    expect(await read).toBe(2);
  });

  it('is not repeated by changes of other reads, or of before', async () => {
    shownUntil(Promise.resolve(), tasks);
    let reads = 0;
    const count = async () => {
      reads += 1;
      shownUntil(Promise.resolve(), { name: 'getToday' });
      return reads;
    };
    expect(await readShown('listTasks', count)).toBe(1);
  });
});
