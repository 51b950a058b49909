import type { CustomField, Member } from '@engawa/contracts';
import { bodyOf, formFieldsOf } from './member-form.rules';

const fields: CustomField[] = [
  { id: 'shelf', version: 1, name: '棚', kind: 'text', choices: [], order: 0 },
  { id: 'seats', version: 1, name: '席数', kind: 'number', choices: [], order: 1 },
];
const member = {
  familyName: '森',
  birthday: '1868-01-25',
  contractUntil: null,
  typeId: 'freeDesk',
  customFields: { shelf: 'A', seats: 2 },
} as unknown as Member;

describe('the form of a member', () => {
  it('sends dates as days or null, and no custom fields that were not changed', () => {
    expect(bodyOf(formFieldsOf(member), member, fields)).toMatchObject({
      familyName: '森',
      birthday: '1868-01-25',
      contractUntil: null,
      company: '',
      typeId: 'freeDesk',
      customFields: {},
    });
  });

  it('sends changed values by their kind, and removes emptied ones', () => {
    const form = { ...formFieldsOf(member), 'custom:shelf': ' ', 'custom:seats': '1.5' } as const;
    expect(bodyOf(form, member, fields).customFields).toEqual({ shelf: null, seats: 1.5 });
    expect(bodyOf(form, null, fields).customFields).toEqual({ seats: 1.5 });
  });

  it('keeps a value that somebody else added while the form was open', () => {
    const form = formFieldsOf({ ...member, customFields: {} });
    expect(bodyOf(form, member, fields).customFields).toEqual({});
  });

  it('leaves out a field that was deleted while the form was open', () => {
    const form = { ...formFieldsOf(member), 'custom:gone': 'y', 'custom:shelf': 'B' } as const;
    expect(bodyOf(form, member, fields).customFields).toEqual({ shelf: 'B' });
  });
});
