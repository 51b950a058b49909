import type { ChatName } from '@engawa/contracts';
import { useTexts } from '../../shared/intl/messages';
import { chatGuideTexts } from './chat-guide.messages';
import style from './space-admin.module.css';

/** Steps to get the address or token of a chat, folded. */
export function ChatGuide({ chat }: { chat: ChatName }) {
  const t = useTexts(chatGuideTexts);
  return (
    <details className={style.guide}>
      <summary>{t(`chatGuide.${chat}`)}</summary>
      <ol>
        {(['1', '2', '3'] as const).map((step) => (
          <li key={step}>{t(`chatGuide.${chat}.${step}`)}</li>
        ))}
      </ol>
    </details>
  );
}
