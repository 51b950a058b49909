import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { NoPermission } from '../../shared/feedback/no-permission';
import { SettingPage } from '../../shared/layout/setting-page';
import { useMounted } from '../../shared/layout/use-mounted';
import { ImportDetail } from './import-detail';
import { ImportList } from './import-list';
import { ImportUpload } from './import-upload';
import { postCsvTexts } from './post-csv.messages';

/** Imports posts from CSV; the address selects the import (TML-9). */
export function PostImportPart() {
  const t = useTexts(postCsvTexts);
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const isMounted = useMounted();
  const shown = params.get('import');
  return (
    <SettingPage title={t('postCsv.title')}>
      {!can('post.import') ? (
        <NoPermission title={t('postCsv.denied')}>{t('postCsv.denied.text')}</NoPermission>
      ) : shown ? (
        <ImportDetail key={shown} id={shown} />
      ) : (
        <>
          <ImportUpload
            onBegun={(job) => isMounted() && setParams({ part: 'import', import: job.id })}
          />
          <ImportList />
        </>
      )}
    </SettingPage>
  );
}
