import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
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
import { ChoiceList } from '../../shared/menu/choice-list';
import { confirm } from '../../shared/feedback/confirm.store';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import type { LazyMenuButton } from '../../shared/lazy/lazy-menu';
import { useAppDispatch } from '../store';
import { userMenuTexts } from './user-menu.messages';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** The list of a {@link UserMenu}. */
export function UserMenuList({ button }: { button: LazyMenuButton }) {
  const t = useTexts(userMenuTexts);
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
      title: t('shell.password.title'),
      text: t('shell.password.text', { email: staff.email }),
      action: t('shell.password.action'),
    });
    if (!agreed) return;
    const answer = await sendReset({
      email: staff.email ?? '',
      locale: intl.locale === 'en' ? 'en' : 'ja',
    });
    if (answer.error) showFailure(problemText(answer.error));
    else showToast(t('shell.password.sent'));
  };
  const leave = async () => {
    const { data: issuerSignOut = null, error } = await signOut();
    if (error) {
      showFailure(t('shell.user.signOut.failed', { reason: problemText(error) }));
      return;
    }
    void navigate(paths.login, { replace: true, state: { issuerSignOut } });
    dispatch(api.util.resetApiState());
  };

  return (
    <ChoiceList
      width={230}
      position="top-start"
      button={button}
      choices={() => [
        {
          id: 'timeline',
          icon: <IconNotes {...icon} />,
          word: t('shell.user.timeline'),
          onChoose: () => void navigate(paths.staff(staff.id)),
        },
        {
          id: 'detail',
          icon: <IconId {...icon} />,
          word: t('shell.user.detail'),
          onChoose: () => void navigate(`${paths.staff(staff.id)}?showDetail=true`),
        },
        {
          id: 'profile',
          icon: <IconUserCog {...icon} />,
          word: t('shell.user.profile'),
          onChoose: () => void navigate(paths.profile),
        },
        {
          id: 'password',
          icon: <IconKey {...icon} />,
          word: t('shell.user.password'),
          onChoose: () => void changePassword(),
        },
        ...(god
          ? [
              {
                id: 'operation',
                icon: <IconBuildingCommunity {...icon} />,
                word: t('shell.user.operation'),
                onChoose: () => void navigate(paths.godSpaces),
              },
            ]
          : []),
        null,
        {
          id: 'scheme',
          icon: scheme === 'dark' ? <IconSun {...icon} /> : <IconMoon {...icon} />,
          word: t(`shell.user.scheme.${other}`),
          onChoose: () => setColorScheme(other),
        },
        {
          id: 'language',
          icon: <IconLanguage {...icon} />,
          word: t('shell.user.language'),
          lang: intl.locale === 'ja' ? 'en' : 'ja',
          onChoose: () => switchLocale(intl.locale === 'ja' ? 'en' : 'ja'),
        },
        null,
        {
          id: 'signOut',
          icon: <IconLogout {...icon} />,
          word: t('shell.user.signOut'),
          onChoose: () => void leave(),
        },
      ]}
    />
  );
}
