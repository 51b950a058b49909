import { Box, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import layout from '../layout/common.module.css';
import { Card } from '../layout/card';
import { copyText } from '../feedback/copy-text';

/** Shows a secret once, to be copied; the children say what it is for. */
export function NewSecret(props: {
  title: string;
  secret: string;
  /** Labels of the copy button and its confirmation. */
  copy: string;
  copied: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const common = useTexts(commonTexts);
  const copy = () =>
    copyText(props.secret, { done: props.copied, failed: common('common.copy.failed') });
  return (
    <Card className={layout.form} mb="md" bd="1px solid var(--e-accent)" role="status">
      <strong>{props.title}</strong>
      {props.children}
      <Box component="code" p="10px 12px" bdrs="sm" fz="sm" bg="var(--e-hover)">
        {props.secret}
      </Box>
      <Group gap="xs">
        <Button autoFocus onClick={() => void copy()}>
          {props.copy}
        </Button>
        <Button variant="default" onClick={props.onClose}>
          {common('common.close')}
        </Button>
      </Group>
    </Card>
  );
}
