import { Table } from '@mantine/core';
import type { PostImport } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { CellProblem, JobRows } from '../../shared/import-job/job-rows';
import { useRowPages } from '../../shared/list/row-paging';
import { ROWS_PAGE, useListPostImportRowsQuery } from './post-csv.api';
import { postCsvTexts } from './post-csv.messages';
import { refusableColumns } from './post-csv.rules';

/** Rejected rows with the reason for each cell, paged. Mount again for a new state. */
export function ImportRows({ job }: { job: PostImport }) {
  const t = useTexts(postCsvTexts);
  const pages = useRowPages();
  const query = useListPostImportRowsQuery({
    id: job.id,
    state: job.state,
    afterRow: pages.afterRow,
  });
  return (
    <section aria-label={t('postCsv.rows')}>
      <h3>{t('postCsv.rows')}</h3>
      <JobRows
        query={query}
        pages={pages}
        headings={[t('postCsv.line'), t('postCsv.what')]}
        previous={t('postCsv.previous', { count: ROWS_PAGE })}
        next={t('postCsv.next', { count: ROWS_PAGE })}
      >
        {({ line, problems }) => (
          <>
            <Table.Td>{line}</Table.Td>
            <Table.Td>
              <ul>
                {problems.map(({ column, reason, value }, index) => (
                  <CellProblem
                    key={index}
                    column={<Column name={column} />}
                    reason={t(`postCsv.reason.${reason}`)}
                    value={value}
                  />
                ))}
              </ul>
            </Table.Td>
          </>
        )}
      </JobRows>
    </section>
  );
}

/** A column's heading in the reader's language; its number without one. */
function Column({ name }: { name: string }) {
  const t = useTexts(postCsvTexts);
  const known = refusableColumns.find((column) => column === name);
  return known ? t(`postCsv.column.${known}`) : name;
}
