import { fireEvent, screen } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { showTo } from '../../../test/show';
import { OnboardingPage } from './onboarding.page';

it('says why somebody could not sign out', async () => {
  serve(() => 'no network');
  await showTo({ id: 's', email: 'a@example.com' }, <OnboardingPage />, 'en');
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
});
