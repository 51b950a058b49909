import type { Notification } from '@engawa/contracts';
import { createElement, type ReactNode } from 'react';
import type { IntlShape } from 'react-intl';
import { commonTexts } from '../../shared/intl/common.messages';
import { createTranslate } from '../../shared/intl/messages';
import { notificationTexts } from './notifications.messages';

function values(intl: IntlShape, item: Notification) {
  const t = createTranslate(intl, notificationTexts);
  const common = createTranslate(intl, commonTexts);
  return {
    name: item.actor?.displayName || t('notifications.somebody'),
    emoji: item.emoji ?? '',
    status: item.taskStatus ? common(`common.status.${item.taskStatus}`) : '',
  };
}

/** Who did what, with the name in bold. */
export function richWords(intl: IntlShape, item: Notification): ReactNode {
  return createTranslate(intl, notificationTexts).rich(`notifications.${item.kind}`, {
    ...values(intl, item),
    b: (chunks) => createElement('strong', { key: 'who' }, chunks),
  });
}

/** The same as plain text. */
export function plainWords(intl: IntlShape, item: Notification): string {
  const parts = createTranslate(intl, notificationTexts).rich(`notifications.${item.kind}`, {
    ...values(intl, item),
    b: (chunks) => chunks,
  });
  return [parts].flat(3).join('');
}
