import { refusalOfDeactivation, refusalOfEdit, refusalOfTransfer, roleOf } from './staff.rules';

const staff = {
  id: 'b',
  role: 'staff',
  god: false,
  deactivated: false,
  initialPasswordChanged: true,
} as const;
const admin = { staffId: 'a', god: false };

describe('roleOf (IDN-2)', () => {
  it('follows the space at once, whatever the accounts still say', () => {
    expect(roleOf({ id: 'a', role: 'primaryAdmin' }, 'b')).toBe('generalAdmin');
    expect(roleOf({ id: 'b', role: 'staff' }, 'b')).toBe('primaryAdmin');
    expect(roleOf({ id: 'c', role: 'staff' }, 'b')).toBe('staff');
  });
});

describe('what may be done to a staff member (IDN-8)', () => {
  it('keeps the primary administrator', () => {
    expect(refusalOfDeactivation(admin, { ...staff, id: 'p' }, 'p')).toBe('primary-admin-stays');
    expect(refusalOfDeactivation({ staffId: 'p', god: false }, { ...staff, id: 'p' }, 'p')).toBe(
      'primary-admin-stays',
    );
    expect(refusalOfEdit(admin, { ...staff, id: 'p' }, 'p', 'staff')).toBe('primary-admin-stays');
    expect(refusalOfEdit(admin, { ...staff, id: 'p' }, 'p', undefined)).toBeNull();
  });

  it('refuses to deactivate or demote the own account', () => {
    expect(refusalOfDeactivation(admin, { ...staff, id: 'a' }, 'p')).toBe('own-account');
    expect(refusalOfEdit(admin, { ...staff, id: 'a', role: 'generalAdmin' }, 'p', 'staff')).toBe(
      'own-account',
    );
    expect(refusalOfTransfer(admin, { ...staff, id: 'a' })).toBe('own-account');
  });

  it('lets only god change god', () => {
    expect(refusalOfDeactivation(admin, { ...staff, god: true }, 'p')).toBe('god-protected');
    expect(refusalOfEdit(admin, { ...staff, god: true }, 'p', undefined)).toBe('god-protected');
    expect(
      refusalOfDeactivation({ staffId: 'g', god: true }, { ...staff, god: true }, 'p'),
    ).toBeNull();
  });

  it('makes only active staff who have signed in the primary administrator', () => {
    expect(refusalOfTransfer(admin, { ...staff, deactivated: true })).toBe('deactivated');
    expect(refusalOfTransfer(admin, { ...staff, initialPasswordChanged: false })).toBe(
      'not-joined',
    );
    expect(refusalOfTransfer(admin, staff)).toBeNull();
  });
});
