import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useTexts } from '../../../shared/intl/messages';
import { showFailure } from '../../../shared/feedback/toast.store';
import { composerTexts } from './composer.messages';

/** What of the browser's speech recognition is used; TypeScript's own types lack it. */
interface Recognition {
  lang: string;
  continuous: boolean;
  onresult: (event: { resultIndex: number; results: ArrayLike<Result> }) => void;
  onerror: (event: { error: string }) => void;
  onend: () => void;
  start: () => void;
  abort: () => void;
  stop: () => void;
}
type Result = ArrayLike<{ transcript: string }> & { isFinal: boolean };

function recognitionOf(): (new () => Recognition) | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as Window & {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** Dictation, while `on`; null in browsers without speech recognition. */
export function useDictation(
  onText: (text: string) => void,
): { on: boolean; toggle: () => void } | null {
  const t = useTexts(composerTexts);
  const intl = useIntl();
  const [Recognition] = useState(() => recognitionOf());
  const listening = useRef<Recognition | null>(null);
  const [on, setOn] = useState(false);
  useEffect(() => () => listening.current?.abort(), []);
  if (!Recognition) return null;
  const start = () => {
    const recognition = new Recognition();
    recognition.lang = intl.locale.startsWith('ja') ? 'ja-JP' : 'en-US';
    recognition.continuous = true;
    recognition.onresult = ({ resultIndex, results }) => {
      for (let at = resultIndex; at < results.length; at += 1) {
        const result = results[at];
        if (result?.isFinal) onText(result[0]?.transcript ?? '');
      }
    };
    recognition.onerror = ({ error }) => {
      if (error !== 'aborted' && error !== 'no-speech') showFailure(t('composer.dictate.failed'));
    };
    recognition.onend = () => setOn(false);
    listening.current = recognition;
    recognition.start();
    setOn(true);
  };
  return { on, toggle: () => (on ? listening.current?.stop() : start()) };
}
