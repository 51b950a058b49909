import type { PostImport, PostImportRefusal } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import style from '../../shared/ui/job-page.module.css';
import { postCsvTexts } from './post-csv.messages';
import { refusableColumns } from './post-csv.rules';

const figures = ['rows', 'added', 'unchanged', 'refused'] as const;

/** How many rows of a file do what. */
export function ImportCounts({ job }: { job: PostImport }) {
  const say = useTexts(postCsvTexts);
  return (
    <dl className={style.counts}>
      {figures.map((name) => (
        <div key={name} className={style.figure}>
          <dt>{say(`postCsv.count.${name}`)}</dt>
          <dd>{job[name].toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Rows that are refused, each cell with its reason. */
export function ImportRefusals({ job }: { job: PostImport }) {
  const say = useTexts(postCsvTexts);
  if (job.refusals.length === 0) return null;
  return (
    <section className={style.wide} aria-label={say('postCsv.refusals')}>
      <h3 className={style.heading}>{say('postCsv.refusals')}</h3>
      <div className={style.scroll}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">{say('postCsv.line')}</th>
              <th scope="col">{say('postCsv.column')}</th>
              <th scope="col">{say('postCsv.value')}</th>
              <th scope="col">{say('postCsv.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {job.refusals.map((refusal, index) => (
              <tr key={index}>
                <td>{refusal.line}</td>
                <td>
                  <Column refusal={refusal} />
                </td>
                <td className={style.cell}>{refusal.value || '–'}</td>
                <td>{say(`postCsv.reason.${refusal.reason}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {job.refused > job.refusals.length ? (
        <p className={style.soft}>{say('postCsv.refusals.more', { count: job.refusals.length })}</p>
      ) : null}
    </section>
  );
}

function Column({ refusal }: { refusal: PostImportRefusal }) {
  const say = useTexts(postCsvTexts);
  const known = refusableColumns.find((name) => name === refusal.column);
  return <b>{known ? say(`postCsv.column.${known}`) : refusal.column}</b>;
}
