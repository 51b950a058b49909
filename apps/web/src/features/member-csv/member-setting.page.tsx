import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/layout/page-frame';
import { Duplicates } from './duplicates';
import { memberSettingTexts } from './member-setting.messages';
import { Note } from '../../shared/display/note';

/** Administration of all members (MBR-5). */
export function MemberSettingPage() {
  const t = useTexts(memberSettingTexts);
  return (
    <PageFrame title={t('memberSetting.title')} reading>
      <Note mb="lg">
        {t.rich('memberSetting.elsewhere', {
          members: (text) => (
            <Link key="members" to={paths.members}>
              {text}
            </Link>
          ),
          data: (text) => (
            <Link key="data" to={`${paths.spaceSetting}?part=export`}>
              {text}
            </Link>
          ),
        })}
      </Note>
      <Duplicates />
    </PageFrame>
  );
}
