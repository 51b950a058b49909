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
import { ChoiceList } from '../../shared/ui/choice-list';
import { confirm } from '../../shared/ui/confirm.store';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import type { UnfoldingButton } from '../../shared/ui/unfolding';
import { shellTexts } from '../shell.messages';
import { useAppDispatch } from '../store';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** The list of a {@link UserMenu}. */
export function UserMenuList({ button }: { button: UnfoldingButton }) {
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
    void navigate(paths.login, { replace: true });
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
          word: say('shell.user.timeline'),
          onChoose: () => void navigate(paths.staff(staff.id)),
        },
        {
          id: 'detail',
          icon: <IconId {...icon} />,
          word: say('shell.user.detail'),
          onChoose: () => void navigate(`${paths.staff(staff.id)}?showDetail=true`),
        },
        {
          id: 'profile',
          icon: <IconUserCog {...icon} />,
          word: say('shell.user.profile'),
          onChoose: () => void navigate(paths.profile),
        },
        {
          id: 'password',
          icon: <IconKey {...icon} />,
          word: say('shell.user.password'),
          onChoose: () => void changePassword(),
        },
        ...(god
          ? [
              {
                id: 'operation',
                icon: <IconBuildingCommunity {...icon} />,
                word: say('shell.user.operation'),
                onChoose: () => void navigate(paths.godSpaces),
              },
            ]
          : []),
        null,
        {
          id: 'scheme',
          icon: scheme === 'dark' ? <IconSun {...icon} /> : <IconMoon {...icon} />,
          word: say(`shell.user.scheme.${other}`),
          onChoose: () => setColorScheme(other),
        },
        {
          id: 'language',
          icon: <IconLanguage {...icon} />,
          word: say('shell.user.language'),
          lang: intl.locale === 'ja' ? 'en' : 'ja',
          onChoose: () => switchLocale(intl.locale === 'ja' ? 'en' : 'ja'),
        },
        null,
        {
          id: 'signOut',
          icon: <IconLogout {...icon} />,
          word: say('shell.user.signOut'),
          onChoose: () => void leave(),
        },
      ]}
    />
  );
}
