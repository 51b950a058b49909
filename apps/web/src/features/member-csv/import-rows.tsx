import { Table } from '@mantine/core';
import type { MemberImport, MemberImportRow, MemberImportVerdict } from '@engawa/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { CellProblem, JobRows } from '../../shared/import-job/job-rows';
import { Pill, type PillTone } from '../../shared/display/pill';
import { useRowPages } from '../../shared/list/row-paging';
import { ROWS_PAGE, useListMemberImportRowsQuery } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';

const tones: Record<MemberImportVerdict, PillTone> = {
  add: 'good',
  change: 'accent',
  unchanged: 'quiet',
  duplicate: 'work',
  refused: 'bad',
};

const columns = [
  'id',
  'familyName',
  'firstName',
  'familyNameKana',
  'firstNameKana',
  'company',
  'title',
  'typeOfContract',
  'memo',
  'photoFileName',
] as const;

/** Results of rows, paged. Mount again for another filter. */
export function ImportRows(props: { job: MemberImport; verdict: MemberImportVerdict | null }) {
  const t = useTexts(memberCsvTexts);
  const { job, verdict } = props;
  const pages = useRowPages();
  const query = useListMemberImportRowsQuery({
    id: job.id,
    state: job.state,
    verdict,
    afterRow: pages.afterRow,
  });
  return (
    <JobRows
      query={query}
      pages={pages}
      caption={t('memberCsv.rows.caption')}
      headings={[
        t('memberCsv.line'),
        t('memberCsv.verdict'),
        t('memberCsv.name'),
        t('memberCsv.what'),
      ]}
      empty={t('memberCsv.rows.empty')}
      previous={t('memberCsv.previous', { count: ROWS_PAGE })}
      next={t('memberCsv.next', { count: ROWS_PAGE })}
    >
      {(row) => <Cells row={row} />}
    </JobRows>
  );
}

function Cells({ row }: { row: MemberImportRow }) {
  const t = useTexts(memberCsvTexts);
  return (
    <>
      <Table.Td>{row.line}</Table.Td>
      <Table.Td>
        <Pill tone={tones[row.verdict]}>{t(`memberCsv.verdict.${row.verdict}`)}</Pill>
      </Table.Td>
      <Table.Td>
        {row.memberId && row.verdict !== 'duplicate' ? (
          <Link to={paths.member(row.memberId)}>{row.name || t('memberCsv.openMember')}</Link>
        ) : (
          row.name
        )}
      </Table.Td>
      <Table.Td>
        <ul>
          {row.problems.map(({ column, reason, value }, index) => (
            <CellProblem
              key={`problem-${index}`}
              column={<Column heading={column} />}
              reason={t(`memberCsv.reason.${reason}`)}
              value={shortened(value)}
            />
          ))}
          {row.changes.map(({ column, before, after }, index) => (
            <li key={`change-${index}`}>
              <b>
                <Column heading={column} />
              </b>{' '}
              <del aria-label={t('memberCsv.changeFrom')}>{shortened(before) || '–'}</del>
              {' → '}
              <ins aria-label={t('memberCsv.changeTo')}>{shortened(after) || '–'}</ins>
            </li>
          ))}
          {row.verdict === 'duplicate' ? (
            <li>
              {row.memberId ? (
                <Link to={paths.member(row.memberId)}>{t('memberCsv.duplicateOfMember')}</Link>
              ) : row.duplicateOfRow ? (
                t('memberCsv.duplicateOfRow', { row: row.duplicateOfRow })
              ) : null}
            </li>
          ) : null}
        </ul>
      </Table.Td>
    </>
  );
}

/** A column's heading: unknown ones as in the file, known ones in the reader's language. */
function Column({ heading }: { heading: string }) {
  const t = useTexts(memberCsvTexts);
  const known = columns.find((name) => memberCsvTexts[`memberCsv.column.${name}`].ja === heading);
  return known ? t(`memberCsv.column.${known}`) : heading;
}

function shortened(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80)}…` : value;
}
