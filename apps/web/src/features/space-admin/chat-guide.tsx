import type { ChatName } from '@engawa/contracts';
import { IconChevronRight } from '@tabler/icons-react';
import { useTexts } from '../../shared/intl/messages';
import { chatGuideTexts } from './chat-guide.messages';
import style from './space-admin.module.css';

/** Steps to get the address or token of a chat, folded. */
export function ChatGuide({ chat }: { chat: ChatName }) {
  const t = useTexts(chatGuideTexts);
  return (
    <details className={style.guide}>
      <summary>
        <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
        {t(`chatGuide.${chat}`)}
      </summary>
      <ol>
        {(['1', '2', '3'] as const).map((step) => (
          <li key={step}>{t(`chatGuide.${chat}.${step}`)}</li>
        ))}
      </ol>
    </details>
  );
}
