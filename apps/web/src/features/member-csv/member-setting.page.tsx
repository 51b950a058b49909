import { Button } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { downloadFile } from '../../shared/api/download';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { PageFrame } from '../../shared/ui/page-frame';
import { showFailure } from '../../shared/ui/toast.store';
import { Duplicates } from './duplicates';
import { memberSettingTexts } from './member-setting.messages';
import style from './member-setting.module.css';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** Administration of all members (MBR-4, MBR-5, MBR-6). */
export function MemberSettingPage() {
  const say = useTexts(memberSettingTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    const language = intl.locale === 'en' ? 'en' : 'ja';
    await downloadFile(`/members/csv?language=${language}`, 'members.csv').catch(
      (error: unknown) => void showFailure(problemText(error)),
    );
    setBusy(false);
  };
  return (
    <PageFrame title={say('memberSetting.title')} width={860}>
      <div className={style.ways}>
        <Way title={say('memberSetting.add')} text={say('memberSetting.add.text')}>
          <Button
            component={Link}
            to={paths.members}
            variant="default"
            leftSection={<IconUsers {...icon} />}
          >
            {say('memberSetting.add.action')}
          </Button>
        </Way>
        <Way title={say('memberSetting.csv')} text={say('memberSetting.csv.text')}>
          <Button
            component={Link}
            to={paths.memberCsv}
            variant="default"
            leftSection={<IconFileSpreadsheet {...icon} />}
          >
            {say('memberSetting.csv.action')}
          </Button>
        </Way>
        <Way title={say('memberSetting.export')} text={say('memberSetting.export.text')}>
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconDownload {...icon} />}
            onClick={() => void download()}
          >
            {say('memberSetting.export.action')}
          </Button>
        </Way>
      </div>
      <Duplicates />
    </PageFrame>
  );
}

function Way(props: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={style.way}>
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      {props.children}
    </section>
  );
}
