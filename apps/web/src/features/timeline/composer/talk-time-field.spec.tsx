import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { TalkTimeField } from './talk-time-field';
import { isTalkAhead } from './talk-time.rules';

const HOUR = 3_600_000;
const hoursAhead = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

function show(value: string | null) {
  render(
    <MantineProvider env="test">
      <IntlFrame locale="ja">
        <TalkTimeField value={value} onChange={() => undefined} />
      </IntlFrame>
    </MantineProvider>,
  );
  return userEvent.click(screen.getByRole('button', { name: /話した日時/ }));
}

it('takes a talk up to a day ahead', () => {
  expect(isTalkAhead(null, Date.now())).toBe(false);
  expect(isTalkAhead(hoursAhead(23), Date.now())).toBe(false);
  expect(isTalkAhead(hoursAhead(25), Date.now())).toBe(true);
});

it('says at the field that a talk lies too far ahead', async () => {
  await show('9999-12-31T00:00:00.000Z');
  screen.getByText('話した日時に、1日より先の日時は指定できません。');
  const field = screen.getByLabelText('話した日時', { selector: 'input' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('says nothing of a talk of yesterday', async () => {
  await show(hoursAhead(-24));
  expect(screen.queryByText('話した日時に、1日より先の日時は指定できません。')).toBeNull();
});
