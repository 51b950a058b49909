import { useTexts } from '../shared/intl/messages';
import { Dialog } from '../shared/ui/form-dialog';
import { keyTexts } from './key-sheet.messages';
import style from './key-sheet.module.css';

const command = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** Keys and what they do, by where they work. */
const parts = [
  {
    name: 'everywhere',
    keys: [
      [[command, 'K'], 'palette'],
      [['/'], 'search'],
      [['?'], 'sheet'],
      [['Esc'], 'close'],
    ],
  },
  {
    name: 'timeline',
    keys: [
      [['n'], 'write'],
      [['j', 'k'], 'move'],
      [['c'], 'comment'],
      [['r'], 'react'],
      [['t'], 'task'],
      [['e'], 'edit'],
      [[command, 'Enter'], 'send'],
    ],
  },
  {
    name: 'today',
    keys: [
      [['j', 'k'], 'move'],
      [['Enter'], 'open'],
      [['e'], 'done'],
    ],
  },
] as const;

/** The sheet of keys. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const say = useTexts(keyTexts);
  return (
    <Dialog title={say('keys.title')} size={480} onClose={onClose}>
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
