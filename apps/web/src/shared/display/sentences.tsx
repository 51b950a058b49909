import type { ReactNode } from 'react';

/** Japanese sentences, each of which begins a line of its own rather than being broken; all else as it is. */
export function Sentences({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children;
  const sentences = children.split(/(?<=。)/);
  if (sentences.length < 2) return children;
  return sentences.map((sentence, at) => (
    <span key={at} className="engawa-sentence">
      {sentence}
    </span>
  ));
}
