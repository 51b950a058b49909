import { useTexts } from '../shared/intl/messages';
import { Dialog } from '../shared/form/form-dialog';
import { pageKeys, rowKeys, walkKeys } from '../shared/rows/keys';
import { paths } from '../shared/address/paths';
import { goKeys } from './go-keys';
import { keyTexts } from './key-sheet.messages';
import style from './key-sheet.module.css';

const pageNames = {
  [paths.today]: 'today',
  [paths.timeline]: 'goTimeline',
  [paths.members]: 'members',
  [paths.health]: 'health',
  [paths.tasks]: 'tasks',
  [paths.staffs]: 'staffs',
  [paths.dashboard]: 'dashboard',
  [paths.notifications]: 'notices',
  [paths.drafts]: 'drafts',
} as const;

const command = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** Shortcuts and their effects, grouped by the page where they work. */
const parts = [
  {
    name: 'everywhere',
    keys: [
      [[command, 'K'], 'palette'],
      [[pageKeys.search], 'search'],
      [[pageKeys.write], 'write'],
      [['Space'], 'peek'],
      [[pageKeys.sheet], 'sheet'],
      [['Esc'], 'close'],
      [[command, 'Enter'], 'send'],
    ],
  },
  {
    name: 'rows',
    keys: [
      [[walkKeys.down, walkKeys.up], 'move'],
      [[walkKeys.select], 'select'],
      [['Enter'], 'open'],
      [['↑', '↓'], 'walk'],
      [[rowKeys.finish], 'done'],
      [[rowKeys.status], 'status'],
      [[rowKeys.assign], 'assign'],
      [[rowKeys.due], 'due'],
      [[rowKeys.label], 'label'],
    ],
  },
  {
    name: 'timeline',
    keys: [
      [[rowKeys.comment], 'comment'],
      [[rowKeys.react], 'react'],
      [[rowKeys.task], 'task'],
      [[rowKeys.mustRead], 'mustRead'],
      [[rowKeys.follow], 'follow'],
      [[rowKeys.edit], 'edit'],
      [['/'], 'template'],
    ],
  },
  { name: 'tasks', keys: [[[rowKeys.tomorrow], 'tomorrow']] },
  {
    name: 'membersPage',
    keys: [
      [[rowKeys.write], 'about'],
      [[rowKeys.follow], 'followMember'],
      [[rowKeys.memberType], 'memberType'],
      [[rowKeys.memberTask], 'memberTask'],
      [[rowKeys.memberMessage], 'memberMessage'],
      [[rowKeys.export], 'export'],
    ],
  },
  {
    name: 'search',
    keys: [
      [[rowKeys.comment], 'comment'],
      [[rowKeys.react], 'react'],
      [[rowKeys.follow], 'follow'],
    ],
  },
  {
    name: 'notifications',
    keys: [
      [[rowKeys.read], 'read'],
      [[rowKeys.unread], 'unread'],
    ],
  },
  {
    name: 'go',
    keys: Object.entries(goKeys).map(
      ([key, path]) => [[pageKeys.go, key], pageNames[path as keyof typeof pageNames]] as const,
    ),
  },
] as const;

/** The sheet of keys. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const t = useTexts(keyTexts);
  return (
    <Dialog title={t('keys.title')} size={560} onClose={onClose}>
      {parts.map((part) => (
        <section key={part.name} className={style.part}>
          <h3>{t(`keys.in.${part.name}`)}</h3>
          <dl>
            {part.keys.map(([keys, name]) => (
              <div key={name}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(`keys.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
