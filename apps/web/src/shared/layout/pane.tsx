import { ActionIcon, Box, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import style from './pane.module.css';

/**
 * Covers the right part of a page without dimming it; the page behind does not move, and its rows
 * keep the focus, so that the arrows move on.
 */
export function Pane(props: {
  /** Without it, the content has its own heading. */
  title?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const common = useTexts(commonTexts);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    // An open menu or dialog above handles the key.
    if (document.querySelector('[role=menu],[role=listbox],[role=dialog]')) return;
    event.preventDefault();
    props.onClose();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (props.title === undefined) return <div className={style.pane}>{props.children}</div>;
  return (
    <section className={style.pane} aria-label={props.title}>
      <Group
        component="header"
        className={style.head}
        justify="space-between"
        mih={64}
        pr={16}
        pl={20}
      >
        <Box component="h2" fz="md">
          {props.title}
        </Box>
        <ActionIcon aria-label={common('common.close')} data-tip="Esc" onClick={props.onClose}>
          <IconX size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <Box pb={24} px={20}>
        {props.children}
      </Box>
    </section>
  );
}
