import { Button, Group } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Note } from '../display/note';
import style from '../import-job/job-page.module.css';

/** A drop zone and button for files. */
export function FileChoice(props: {
  action: string;
  icon: ReactNode;
  text: string;
  accept: string;
  multiple?: boolean;
  busy?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !props.busy) props.onFiles(files);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <Group
      gap="12px 16px"
      className={style.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button leftSection={props.icon} loading={props.busy} onClick={() => input.current?.click()}>
        {props.action}
      </Button>
      <Note flex="1 1 240px">{props.text}</Note>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={props.action}
        accept={props.accept}
        multiple={props.multiple}
        onChange={(event) => {
          take(event.currentTarget.files);
          // Allows choosing the same file again after it was fixed.
          event.currentTarget.value = '';
        }}
      />
    </Group>
  );
}
