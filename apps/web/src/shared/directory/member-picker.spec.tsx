import type { MemberRef } from '@engawa/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../../test/show';
import { MemberPicker } from './member-picker';

jest.mock('./directory.api', () => ({ useFindMembersQuery: () => ({ data: [] }) }));

const words = { label: '会員', placeholder: '', remove: (name: string) => name };
const member = (id: string, familyName: string): MemberRef => ({
  ...{ id, familyName, firstName: '', familyNameKana: '', firstNameKana: '', company: '' },
  ...{ photoUrl: null, thumbPhotoUrl: null, deleted: false },
});
const aoki = member('a', '青木');
const suzuki = member('s', '鈴木');

function Picker() {
  const [value, setValue] = useState<MemberRef[]>([]);
  return (
    <>
      <MemberPicker value={value} onChange={setValue} recent={[suzuki, aoki]} words={words} />
      <output>{value.map(({ id }) => id).join()}</output>
    </>
  );
}

function open() {
  show(<Picker />);
  fireEvent.focus(screen.getByLabelText('会員', { selector: 'input' }));
}
const option = (name: RegExp) => screen.getByRole('option', { name });
const chosen = () => screen.getByRole('status').textContent;

it('takes the member that was pressed, also where other rows move there before the release', () => {
  open();
  fireEvent.mouseDown(option(/鈴木/));
  expect(chosen()).toBe('s');
  fireEvent.mouseUp(option(/青木/));
  expect(chosen()).toBe('s');
});

it('takes a member once, by each way of pressing', () => {
  open();
  const pressed = option(/鈴木/);
  fireEvent.mouseDown(pressed);
  fireEvent.click(pressed);
  expect(chosen()).toBe('s');
  // Screen readers click without pressing.
  fireEvent.click(option(/青木/));
  expect(chosen()).toBe('s,a');
});
