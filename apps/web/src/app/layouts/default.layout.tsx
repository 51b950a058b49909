import { RankingFrame } from '../../features/timeline/feed/ranking';
import { Tips } from '../../shared/display/tips';
import { useNarrow } from '../../shared/layout/use-wide';
import { PaletteHost } from '../palette-host';
import { NarrowFrame } from './narrow-frame';
import { WideFrame } from './wide-frame';

/** The layout of everyday pages: a sidebar, or bars at top and bottom on a phone. */
export function DefaultLayout() {
  const narrow = useNarrow();
  return (
    <RankingFrame>
      {narrow ? <NarrowFrame /> : <WideFrame />}
      <PaletteHost />
      <Tips />
    </RankingFrame>
  );
}
