import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import common from '../../shared/layout/common.module.css';
import style from '../../shared/import-job/job-page.module.css';
import { memberCsvTexts } from './member-csv.messages';
import { csvOf, type PastedTable, tableOfHtml, tableOfText } from './pasted-table.rules';

const ROWS_SHOWN = 5;

/** Takes a table from the clipboard and hands it on as a CSV file. */
export function PasteTable(props: { busy: boolean; onFile: (file: File) => void }) {
  const t = useTexts(memberCsvTexts);
  const [table, setTable] = useState<PastedTable>([]);
  const [heads, ...rows] = table;
  if (!heads) {
    return (
      <Textarea
        label={t('memberCsv.paste')}
        description={t('memberCsv.paste.help')}
        rows={3}
        value=""
        onChange={(event) => setTable(tableOfText(event.currentTarget.value))}
        onPaste={(event) => {
          const html = tableOfHtml(event.clipboardData.getData('text/html'));
          event.preventDefault();
          setTable(html ?? tableOfText(event.clipboardData.getData('text/plain')));
        }}
      />
    );
  }
  return (
    <div className={style.pasted}>
      <p className={style.lead} role="status">
        {t('memberCsv.paste.rows', { rows: rows.length, columns: heads.length })}
      </p>
      <div className={style.pastedTable}>
        <table>
          <thead>
            <tr>
              {heads.map((head, at) => (
                <th key={at} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS_SHOWN).map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={common.buttons}>
        <Button
          loading={props.busy}
          disabled={rows.length === 0}
          onClick={() => {
            const name = `${t('memberCsv.paste.file')}.csv`;
            props.onFile(new File([csvOf(table)], name, { type: 'text/csv' }));
          }}
        >
          {t('memberCsv.paste.check')}
        </Button>
        <Button variant="default" onClick={() => setTable([])}>
          {t('memberCsv.paste.again')}
        </Button>
      </div>
    </div>
  );
}
