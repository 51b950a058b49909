import { screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/show';
import { JobFrame } from './job-frame';

const job = { fileName: 'members.csv' };
const frame = (
  <JobFrame
    back="Imports"
    to="/imports"
    gone="No such import"
    job={job}
    error={undefined}
    onRetry={() => undefined}
    state={() => 'checking'}
  >
    {() => null}
  </JobFrame>
);

it('gives its heading the focus that was lost with what opened it', async () => {
  show(frame);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'members.csv' })),
  );
});

it('leaves a focus that is elsewhere', () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  show(frame);
  expect(document.activeElement).toBe(field);
  field.remove();
});
