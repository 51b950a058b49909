import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { Denied } from '../../shared/ui/denied';
import { PageFrame } from '../../shared/ui/page-frame';
import { CsvUpload } from './csv-upload';
import { ImportDetail } from './import-detail';
import { ImportList } from './import-list';
import { memberCsvTexts } from './member-csv.messages';
import { PhotoUpload } from './photo-upload';

/** Imports members from CSV; the address selects the import (MBR-4). */
export function MemberCsvPage() {
  const say = useTexts(memberCsvTexts);
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const shown = params.get('import');
  return (
    <PageFrame title={say('memberCsv.title')} width={860}>
      {!can('member.import') ? (
        <Denied title={say('memberCsv.denied')}>{say('memberCsv.denied.text')}</Denied>
      ) : shown ? (
        <ImportDetail key={shown} id={shown} />
      ) : (
        <>
          <CsvUpload onChecked={(job) => setParams({ import: job.id })} />
          <PhotoUpload />
          <ImportList />
        </>
      )}
    </PageFrame>
  );
}
