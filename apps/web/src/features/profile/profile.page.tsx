import type { ReactNode } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/ui/page-frame';
import { PasswordPart } from './password-part';
import { ProfileForm } from './profile-form';
import { profileTexts } from './profile.messages';
import { SessionsPart } from './sessions-part';
import { TwoFactorPart } from './two-factor-part';

/** The caller's account; `children` are parts of other features. */
export function ProfilePage({ children }: { children?: ReactNode }) {
  const say = useTexts(profileTexts);
  return (
    <PageFrame title={say('profile.title')} width={680}>
      <ProfileForm />
      <PasswordPart />
      <TwoFactorPart />
      <SessionsPart />
      {children}
    </PageFrame>
  );
}
