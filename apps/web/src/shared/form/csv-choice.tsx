import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { FileChoice } from './file-choice';
import { Warning } from '../feedback/warning';
import { isCsv } from '../import-job/job.rules';
import { ProblemNotice } from '../feedback/states';

/** Chooses a CSV file; shows why another file was rejected. */
export function CsvChoice(props: {
  action: string;
  text: string;
  notCsv: (name: string) => string;
  busy: boolean;
  error: unknown;
  onFile: (file: File) => void;
}) {
  const [notCsv, setNotCsv] = useState<string | null>(null);
  const choose = ([file]: File[]) => {
    if (!file) return;
    setNotCsv(isCsv(file.name) ? null : file.name);
    if (isCsv(file.name)) props.onFile(file);
  };
  return (
    <>
      <FileChoice
        action={props.action}
        icon={<IconFileUpload size={18} stroke={1.5} aria-hidden="true" />}
        text={props.text}
        accept=".csv,text/csv"
        busy={props.busy}
        onFiles={choose}
      />
      {notCsv ? (
        <Warning alert>{props.notCsv(notCsv)}</Warning>
      ) : props.error ? (
        <ProblemNotice error={props.error} />
      ) : null}
    </>
  );
}
