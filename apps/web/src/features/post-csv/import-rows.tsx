import type { PostImport, PostImportRow } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import style from '../../shared/ui/job-page.module.css';
import { RowPaging, useRowPages } from '../../shared/ui/row-paging';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { ROWS_PAGE, useListPostImportRowsQuery } from './post-csv.api';
import { postCsvTexts } from './post-csv.messages';
import { refusableColumns } from './post-csv.rules';

/** Rows that are refused, each cell with its reason, a page at a time. Mount anew for a new state. */
export function ImportRows({ job }: { job: PostImport }) {
  const say = useTexts(postCsvTexts);
  const pages = useRowPages();
  const { data, isFetching, error, refetch } = useListPostImportRowsQuery({
    id: job.id,
    state: job.state,
    afterRow: pages.afterRow,
  });
  return (
    <section className={style.wide} aria-label={say('postCsv.rows')}>
      <h3 className={style.heading}>{say('postCsv.rows')}</h3>
      {error ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={4} />
      ) : (
        <>
          <div className={style.scroll}>
            <table className={style.table} aria-busy={isFetching}>
              <thead>
                <tr>
                  <th scope="col">{say('postCsv.line')}</th>
                  <th scope="col">{say('postCsv.what')}</th>
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
            previous={say('postCsv.previous', { count: ROWS_PAGE })}
            next={say('postCsv.next', { count: ROWS_PAGE })}
          />
        </>
      )}
    </section>
  );
}

function Row({ row }: { row: PostImportRow }) {
  const say = useTexts(postCsvTexts);
  return (
    <tr>
      <td>{row.line}</td>
      <td>
        <ul>
          {row.problems.map(({ column, reason, value }, index) => (
            <li key={index}>
              <b>
                <Column name={column} />
              </b>{' '}
              {say(`postCsv.reason.${reason}`)}
              {value ? <span className={style.cell}> “{value}”</span> : null}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

/** A column's heading in the reader's language; its number where it has none. */
function Column({ name }: { name: string }) {
  const say = useTexts(postCsvTexts);
  const known = refusableColumns.find((column) => column === name);
  return known ? say(`postCsv.column.${known}`) : name;
}
