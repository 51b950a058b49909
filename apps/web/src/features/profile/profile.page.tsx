import type { ReactNode } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/layout/page-frame';
import { PasswordPart } from './password-part';
import { ProfileForm } from './profile-form';
import { profileTexts } from './profile.messages';
import { SessionsPart } from './sessions-part';
import { TwoFactorPart } from './two-factor-part';

/** The caller's account; `children` are parts of other features. */
export function ProfilePage({ children }: { children?: ReactNode }) {
  const t = useTexts(profileTexts);
  return (
    <PageFrame title={t('profile.title')} reading>
      <ProfileForm />
      <PasswordPart />
      <TwoFactorPart />
      <SessionsPart />
      {children}
    </PageFrame>
  );
}
