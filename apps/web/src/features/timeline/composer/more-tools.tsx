import '../../../shared/theme/floating-sheets';
import { Box, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { cloneElement } from 'react';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { LazyMenu, type LazyMenuButton, useLazyMenu } from '../../../shared/lazy/lazy-menu';
import style from './form.module.css';

/** A tool of the composer. */
export interface Tool {
  id: string;
  word: string;
  Icon: typeof IconDots;
  /** Of a tool that is switched on and off. */
  on?: boolean;
  /** The key that does the same. */
  keys?: string;
  /** A sign without its word where there is room. */
  isSign?: boolean;
  use: () => void;
}

/** Width of Mantine's check mark, in px. */
const CHECK = 12;
const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** A tool in the row. */
export function ToolButton({ tool, isSign }: { tool: Tool; isSign?: boolean }) {
  const { word, Icon, on, keys } = tool;
  const sign = isSign ?? tool.isSign;
  return (
    <button
      type="button"
      className="engawa-tool"
      aria-pressed={on}
      aria-keyshortcuts={keys}
      aria-label={sign ? word : undefined}
      data-tip={sign ? word : keys ? `${word} (${keys})` : undefined}
      onClick={tool.use}
    >
      <Icon {...icon} size={sign ? 18 : 16} />
      {sign ? null : word}
    </button>
  );
}

/** The less used tools on a phone, behind one button. What is on stands in the row, too. */
export function MoreTools({ tools }: { tools: readonly Tool[] }) {
  const t = useTexts(commonTexts);
  const button = (
    <button
      type="button"
      className={`engawa-tool ${style.more}`}
      data-on={tools.some(({ on }) => on) || undefined}
      aria-label={t('common.more')}
    >
      <IconDots {...icon} size={18} />
    </button>
  );
  return (
    <>
      {tools
        .filter(({ on }) => on)
        .map((tool) => (
          <ToolButton key={tool.id} tool={tool} isSign />
        ))}
      <LazyMenu
        button={button}
        popup="menu"
        opened={() => <ToolMenu tools={tools} button={button} />}
      />
    </>
  );
}

/** The menu with its button, initially open. */
function ToolMenu({ tools, button }: { tools: readonly Tool[]; button: LazyMenuButton }) {
  const { target, isOpen, change } = useLazyMenu();
  return (
    <Menu opened={isOpen} onChange={change} position="top-end" width={240} withinPortal>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>
        {tools.map(({ id, word, Icon, on, use }) => {
          const words = (
            <Group gap={10} wrap="nowrap">
              <Icon {...icon} />
              {word}
            </Group>
          );
          return on === undefined ? (
            <Menu.Item key={id} leftSection={<Box w={CHECK} />} onClick={use}>
              {words}
            </Menu.Item>
          ) : (
            <Menu.CheckboxItem key={id} checked={on} onChange={use} closeMenuOnClick>
              {words}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
