import { Box, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Sentences } from '../display/sentences';
import style from './entrance-frame.module.css';
import { Logo } from './logo';

/** A page with a single task, before or besides being signed in. */
export function EntranceFrame(props: {
  /** The page's name, or the product's. */
  name: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main className={style.page}>
      <Box w="100%" maw={400}>
        <Stack gap={0} align="center" mb={24} ta="center">
          <Logo size={44} />
          {props.name}
          {props.lead ? (
            <p className={style.lead}>
              <Sentences>{props.lead}</Sentences>
            </p>
          ) : null}
        </Stack>
        {props.children}
      </Box>
    </main>
  );
}

/** The form of such a page in a card. */
export function EntranceForm(props: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form className="engawa-card" onSubmit={submit} noValidate>
      <Stack gap={16} p={24}>
        {props.children}
      </Stack>
    </form>
  );
}
