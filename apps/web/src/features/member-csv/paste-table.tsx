import { Button, Textarea, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import common from '../../shared/layout/common.module.css';
import { memberCsvTexts } from './member-csv.messages';
import { csvOf, type PastedTable, tableOfHtml, tableOfText } from './pasted-table.rules';
import { Note } from '../../shared/display/note';

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
    <Stack gap="xs">
      <Note role="status">
        {t('memberCsv.paste.rows', { rows: rows.length, columns: heads.length })}
      </Note>
      <div className={common.scroll}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, at) => (
                <Table.Th key={at} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, ROWS_SHOWN).map((row, at) => (
              <Table.Tr key={at}>
                {row.map((cell, column) => (
                  <Table.Td key={column}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
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
    </Stack>
  );
}
