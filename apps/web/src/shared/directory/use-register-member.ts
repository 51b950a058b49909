import type { Member } from '@engawa/contracts';
import { useRef } from 'react';
import { showFailure, showToast } from '../feedback/toast.store';
import { useTexts } from '../intl/messages';
import { useProblemText } from '../problem/problem-text';
import { useRegisterMemberMutation } from './directory.api';
import { memberName } from './names';
import { registerMemberTexts } from './register-member.messages';

/**
 * Makes a member from a name alone (MBR-1), the first name after a space, and tells how it went; null
 * when it failed or while another one is made.
 */
export function useRegisterMember(): (name: string) => Promise<Member | null> {
  const t = useTexts(registerMemberTexts);
  const problemText = useProblemText();
  const [register, { isLoading }] = useRegisterMemberMutation();
  // A retry after a lost answer adds no second member.
  const tried = useRef({ name: '', key: '' });
  return async (name) => {
    if (isLoading) return null;
    const [familyName = '', ...first] = name.trim().split(/\s+/);
    if (tried.current.name !== name) tried.current = { name, key: crypto.randomUUID() };
    const { key } = tried.current;
    try {
      const member = await register({ key, familyName, firstName: first.join(' ') }).unwrap();
      tried.current = { name: '', key: '' };
      showToast(t('registerMember.done', { name: memberName(member) }));
      return member;
    } catch (error) {
      showFailure(problemText(error));
      return null;
    }
  };
}
