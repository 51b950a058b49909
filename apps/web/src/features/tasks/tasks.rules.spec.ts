import { readTaskAddress, type TaskAddress, writeTaskAddress } from './tasks.rules';

describe('the address of the tasks page', () => {
  it('shows waiting and in progress as a board unless told otherwise', () => {
    expect(readTaskAddress(new URLSearchParams(), 'board')).toEqual({
      view: 'status',
      layout: 'board',
      statuses: ['waiting', 'inProgress'],
      staff: undefined,
    });
  });

  it.each<TaskAddress>([
    { view: 'staff', layout: 'list', statuses: ['done'], staff: 'none' },
    { view: 'mine', layout: 'board', statuses: ['waiting', 'inProgress'], staff: undefined },
    { view: 'status', layout: 'board', statuses: ['waiting', 'skipped'], staff: undefined },
  ])('reads what it wrote: %j', (address) => {
    expect(readTaskAddress(writeTaskAddress(address), 'board')).toEqual(address);
  });

  it('takes nonsense as absent', () => {
    const params = new URLSearchParams('view=x&layout=y&status=later');
    expect(readTaskAddress(params, 'list')).toMatchObject({
      view: 'status',
      layout: 'list',
      statuses: ['waiting', 'inProgress'],
    });
  });
});
