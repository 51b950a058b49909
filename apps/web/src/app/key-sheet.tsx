import { useTexts } from '../shared/intl/messages';
import { Dialog } from '../shared/ui/form-dialog';
import { keyTexts } from './key-sheet.messages';
import style from './key-sheet.module.css';

const goPages = [
  { key: 'h', name: 'today' },
  { key: 't', name: 'goTimeline' },
  { key: 'm', name: 'members' },
  { key: 'r', name: 'health' },
  { key: 'k', name: 'tasks' },
  { key: 's', name: 'staffs' },
  { key: 'b', name: 'dashboard' },
  { key: 'n', name: 'notices' },
  { key: 'd', name: 'drafts' },
] as const;

const command = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** Keys and what they do, by where they work. */
const parts = [
  {
    name: 'everywhere',
    keys: [
      [[command, 'K'], 'palette'],
      [['/'], 'search'],
      [['n'], 'write'],
      [['Space'], 'peek'],
      [['?'], 'sheet'],
      [['Esc'], 'close'],
      [[command, 'Enter'], 'send'],
    ],
  },
  {
    name: 'rows',
    keys: [
      [['j', 'k'], 'move'],
      [['x'], 'select'],
      [['Enter'], 'open'],
      [['↑', '↓'], 'walk'],
      [['e'], 'done'],
      [['s'], 'status'],
      [['a'], 'assign'],
      [['d'], 'due'],
      [['l'], 'label'],
    ],
  },
  {
    name: 'timeline',
    keys: [
      [['c'], 'comment'],
      [['r'], 'react'],
      [['t'], 'task'],
      [['m'], 'mustRead'],
      [['E'], 'edit'],
    ],
  },
  {
    name: 'notifications',
    keys: [
      [['e'], 'read'],
      [['u'], 'unread'],
    ],
  },
  { name: 'go', keys: goPages.map((page) => [['g', page.key], page.name] as const) },
] as const;

/** The sheet of keys. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const say = useTexts(keyTexts);
  return (
    <Dialog title={say('keys.title')} size={560} onClose={onClose}>
      {parts.map((part) => (
        <section key={part.name} className={style.part}>
          <h3>{say(`keys.in.${part.name}`)}</h3>
          <dl>
            {part.keys.map(([keys, name]) => (
              <div key={name}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{say(`keys.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
