import type { MemberImport, MemberImportRow, MemberImportVerdict } from '@engawa/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { Pill, type PillTone } from '../../shared/ui/pill';
import { RowPaging, useRowPages } from '../../shared/ui/row-paging';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { ROWS_PAGE, useListMemberImportRowsQuery } from './member-csv.api';
import { memberCsvTexts } from './member-csv.messages';
import style from '../../shared/ui/job-page.module.css';

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

/** What becomes of each row, a page at a time. Mount anew for another verdict. */
export function ImportRows(props: { job: MemberImport; verdict: MemberImportVerdict | null }) {
  const say = useTexts(memberCsvTexts);
  const { job, verdict } = props;
  const pages = useRowPages();
  const { data, isFetching, error, refetch } = useListMemberImportRowsQuery({
    id: job.id,
    state: job.state,
    verdict,
    afterRow: pages.afterRow,
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} />;
  if (data.items.length === 0) return <p className={style.soft}>{say('memberCsv.rows.empty')}</p>;
  return (
    <>
      <div className={style.scroll}>
        <table className={style.table} aria-busy={isFetching}>
          <caption className="engawa-unseen">{say('memberCsv.rows.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('memberCsv.line')}</th>
              <th scope="col">{say('memberCsv.verdict')}</th>
              <th scope="col">{say('memberCsv.name')}</th>
              <th scope="col">{say('memberCsv.what')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((row) => (
              <Row key={row.row} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <RowPaging
        pages={pages}
        nextRow={data.nextRow}
        busy={isFetching}
        previous={say('memberCsv.previous', { count: ROWS_PAGE })}
        next={say('memberCsv.next', { count: ROWS_PAGE })}
      />
    </>
  );
}

function Row({ row }: { row: MemberImportRow }) {
  const say = useTexts(memberCsvTexts);
  return (
    <tr>
      <td>{row.line}</td>
      <td>
        <Pill tone={tones[row.verdict]}>{say(`memberCsv.verdict.${row.verdict}`)}</Pill>
      </td>
      <td>
        {row.memberId && row.verdict !== 'duplicate' ? (
          <Link to={paths.member(row.memberId)}>{row.name || say('memberCsv.openMember')}</Link>
        ) : (
          row.name
        )}
      </td>
      <td>
        <ul>
          {row.problems.map(({ column, reason, value }, index) => (
            <li key={`problem-${index}`}>
              <b>
                <Column heading={column} />
              </b>{' '}
              {say(`memberCsv.reason.${reason}`)}
              {value ? <span className={style.cell}> “{shortened(value)}”</span> : null}
            </li>
          ))}
          {row.changes.map(({ column, before, after }, index) => (
            <li key={`change-${index}`}>
              <b>
                <Column heading={column} />
              </b>{' '}
              <del aria-label={say('memberCsv.changeFrom')}>{shortened(before) || '–'}</del>
              {' → '}
              <ins aria-label={say('memberCsv.changeTo')}>{shortened(after) || '–'}</ins>
            </li>
          ))}
          {row.verdict === 'duplicate' ? (
            <li>
              {row.memberId ? (
                <Link to={paths.member(row.memberId)}>{say('memberCsv.duplicateOfMember')}</Link>
              ) : row.duplicateOfRow ? (
                say('memberCsv.duplicateOfRow', { row: row.duplicateOfRow })
              ) : null}
            </li>
          ) : null}
        </ul>
      </td>
    </tr>
  );
}

/** A column's heading: the file's own words, ours in the reader's language. */
function Column({ heading }: { heading: string }) {
  const say = useTexts(memberCsvTexts);
  const known = columns.find((name) => memberCsvTexts[`memberCsv.column.${name}`].ja === heading);
  return known ? say(`memberCsv.column.${known}`) : heading;
}

function shortened(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80)}…` : value;
}
