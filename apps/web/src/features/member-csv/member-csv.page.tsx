import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { NoPermission } from '../../shared/feedback/no-permission';
import { PageFrame } from '../../shared/layout/page-frame';
import { useMounted } from '../../shared/layout/use-mounted';
import { CsvUpload } from './csv-upload';
import { ImportDetail } from './import-detail';
import { ImportList } from './import-list';
import { memberCsvTexts } from './member-csv.messages';
import { PhotoUpload } from './photo-upload';

/** Imports members from CSV; the address selects the import (MBR-4). */
export function MemberCsvPage() {
  const t = useTexts(memberCsvTexts);
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const isMounted = useMounted();
  const shown = params.get('import');
  return (
    <PageFrame title={t('memberCsv.title')} reading>
      {!can('member.import') ? (
        <NoPermission title={t('memberCsv.denied')}>{t('memberCsv.denied.text')}</NoPermission>
      ) : shown ? (
        <ImportDetail key={shown} id={shown} />
      ) : (
        <>
          <CsvUpload onChecked={(job) => isMounted() && setParams({ import: job.id })} />
          <PhotoUpload />
          <ImportList />
        </>
      )}
    </PageFrame>
  );
}
