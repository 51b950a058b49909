import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';
import { defineTexts, useTexts } from '../intl/messages';

const dragTexts = defineTexts({
  'drag.instructions': {
    ja: 'スペースキーで持ち上げ、矢印キーで動かし、もう一度スペースキーで置きます。Escキーでやめます。',
    en: 'Press Space to lift, the arrow keys to move, Space again to drop, Escape to cancel.',
  },
  'drag.lifted': { ja: '{name} を持ち上げました。', en: 'Lifted {name}.' },
  'drag.over': { ja: '{name} は {place} の位置にあります。', en: '{name} is at {place}.' },
  'drag.dropped': {
    ja: '{name} を {place} の位置に置きました。',
    en: 'Dropped {name} at {place}.',
  },
  'drag.back': { ja: '{name} は元の位置に戻りました。', en: '{name} is back where it was.' },
});

/** Screen reader texts during a drag. */
export function useDragTexts(nameOf: (id: UniqueIdentifier) => string): {
  announcements: Announcements;
  screenReaderInstructions: ScreenReaderInstructions;
} {
  const t = useTexts(dragTexts);
  const back = (id: UniqueIdentifier) => t('drag.back', { name: nameOf(id) });
  return {
    screenReaderInstructions: { draggable: t('drag.instructions') },
    announcements: {
      onDragStart: ({ active }) => t('drag.lifted', { name: nameOf(active.id) }),
      onDragOver: ({ active, over }) =>
        over
          ? t('drag.over', { name: nameOf(active.id), place: nameOf(over.id) })
          : back(active.id),
      onDragEnd: ({ active, over }) =>
        over
          ? t('drag.dropped', { name: nameOf(active.id), place: nameOf(over.id) })
          : back(active.id),
      onDragCancel: ({ active }) => back(active.id),
    },
  };
}
