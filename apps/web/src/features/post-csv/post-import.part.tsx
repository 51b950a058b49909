import { IconLock } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { useCan } from '../../shared/session/use-session';
import { EmptyState } from '../../shared/feedback/states';
import { ImportDetail } from './import-detail';
import { ImportList } from './import-list';
import { ImportUpload } from './import-upload';
import { postCsvTexts } from './post-csv.messages';

/** Imports posts from CSV; the address selects the import (TML-9). */
export function PostImportPart() {
  const t = useTexts(postCsvTexts);
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const shown = params.get('import');
  if (!can('post.import')) {
    return (
      <EmptyState icon={<IconLock size={32} stroke={1.5} />} title={t('postCsv.denied')}>
        {t('postCsv.denied.text')}
      </EmptyState>
    );
  }
  if (shown) return <ImportDetail key={shown} id={shown} />;
  return (
    <>
      <ImportUpload onBegun={(job) => setParams({ part: 'import', import: job.id })} />
      <ImportList />
    </>
  );
}
