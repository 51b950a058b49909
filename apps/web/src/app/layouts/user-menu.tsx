import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconBuildingCommunity,
  IconId,
  IconKey,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconNotes,
  IconSun,
  IconUserCog,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIntl } from 'react-intl';
import { useSendPasswordResetMutation } from '../../features/account/account.api';
import { paths } from '../../shared/address/paths';
import { api } from '../../shared/api/api';
import { switchLocale } from '../../shared/intl/locale';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSignOutMutation } from '../../shared/session/session.api';
import { useSession } from '../../shared/session/use-session';
import { confirm } from '../../shared/ui/confirm.store';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { shellTexts } from '../shell.messages';
import { useAppDispatch } from '../store';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** What the signed-in staff does with their own account (source, section 2). */
export function UserMenu({ children }: { children: ReactNode }) {
  const say = useTexts(shellTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const { staff, god } = useSession();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [signOut] = useSignOutMutation();
  const [sendReset] = useSendPasswordResetMutation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';

  const changePassword = async () => {
    const agreed = await confirm({
      title: say('shell.password.title'),
      text: say('shell.password.text', { email: staff.email }),
      action: say('shell.password.action'),
    });
    if (!agreed) return;
    const answer = await sendReset({
      email: staff.email,
      locale: intl.locale === 'en' ? 'en' : 'ja',
    });
    if (answer.error) showFailure(problemText(answer.error));
    else showToast(say('shell.password.sent'));
  };
  const leave = async () => {
    await signOut();
    navigate(paths.login, { replace: true });
    dispatch(api.util.resetApiState());
  };

  return (
    <Menu width={230} position="top-start" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconNotes {...icon} />}
          onClick={() => navigate(paths.staff(staff.id))}
        >
          {say('shell.user.timeline')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconId {...icon} />}
          onClick={() => navigate(`${paths.staff(staff.id)}?showDetail=true`)}
        >
          {say('shell.user.detail')}
        </Menu.Item>
        <Menu.Item leftSection={<IconUserCog {...icon} />} onClick={() => navigate(paths.profile)}>
          {say('shell.user.profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => void changePassword()}>
          {say('shell.user.password')}
        </Menu.Item>
        {god ? (
          <Menu.Item
            leftSection={<IconBuildingCommunity {...icon} />}
            onClick={() => navigate(paths.godSpaces)}
          >
            {say('shell.user.operation')}
          </Menu.Item>
        ) : null}
        <Menu.Divider role="separator" />
        <Menu.Item
          leftSection={scheme === 'dark' ? <IconSun {...icon} /> : <IconMoon {...icon} />}
          onClick={() => setColorScheme(other)}
        >
          {say(`shell.user.scheme.${other}`)}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLanguage {...icon} />}
          lang={intl.locale === 'ja' ? 'en' : 'ja'}
          onClick={() => switchLocale(intl.locale === 'ja' ? 'en' : 'ja')}
        >
          {say('shell.user.language')}
        </Menu.Item>
        <Menu.Divider role="separator" />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void leave()}>
          {say('shell.user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
