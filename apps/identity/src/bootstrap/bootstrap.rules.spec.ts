import { readBootstrapPlan } from './bootstrap.rules';

const god = { email: 'god@example.com', password: 'long enough', displayName: '運営' };
const admin = {
  email: 'a@example.com',
  password: 'long enough',
  displayName: '花子',
  role: 'primaryAdmin',
};
const space = { id: 'sendai', displayName: '仙台', staffs: [admin] };

describe('ENGAWA_BOOTSTRAP', () => {
  it('puts god into the first space', () => {
    const plan = readBootstrapPlan(JSON.stringify({ god, spaces: [space] }));
    expect(plan.spaces[0]!.staffs.map((staff) => [staff.email, staff.role, staff.god])).toEqual([
      ['a@example.com', 'primaryAdmin', false],
      ['god@example.com', 'staff', true],
    ]);
  });

  it('makes a space for god alone', () => {
    const plan = readBootstrapPlan(JSON.stringify({ god }));
    expect(plan.spaces).toHaveLength(1);
    expect(plan.spaces[0]!.staffs[0]).toMatchObject({ god: true, role: 'primaryAdmin' });
  });

  it.each([
    ['not JSON', '{', /not JSON/],
    ['nothing', '{}', /Neither/],
    ['a space without primaryAdmin', JSON.stringify({ spaces: [{ ...space, staffs: [] }] }), /one/],
    [
      'two of them',
      JSON.stringify({ spaces: [{ ...space, staffs: [admin, { ...admin, email: 'b@x.jp' }] }] }),
      /exactly one/,
    ],
    [
      'an address twice, in other case',
      JSON.stringify({ god: { ...god, email: 'A@Example.com' }, spaces: [space] }),
      /twice/,
    ],
    ['a short password', JSON.stringify({ god: { ...god, password: 'short' } }), /god\.password/],
  ])('refuses %s', (_case, text, message) => {
    expect(() => readBootstrapPlan(text)).toThrow(message);
    try {
      readBootstrapPlan(text);
    } catch (error) {
      expect(String(error)).not.toContain('long enough');
    }
  });
});
