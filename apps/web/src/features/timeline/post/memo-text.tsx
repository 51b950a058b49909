import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/address/paths';
import { trimBlankLines } from '../../../shared/display/blank-lines';
import { FoldButton } from '../../../shared/display/fold-button';
import { FOLD_LINES, memoLines, splitMemo } from './memo-parts';
import style from './memo-text.module.css';

/** A memo as prose: with paragraphs, links and mentions; long ones collapsed. */
export function MemoText(props: {
  memo: string;
  mentions?: readonly { id: string; displayName: string }[];
  /** Never collapsed. */
  whole?: boolean;
  /** Follows the last line; below a collapsed memo. */
  end?: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const memo = trimBlankLines(props.memo);
  if (memo === '') return props.end ?? null;
  const long = !props.whole && memoLines(memo) > FOLD_LINES;
  return (
    <div>
      <div className={`${style.memo} ${long && !open ? style.folded : ''}`}>
        {splitMemo(memo, props.mentions).map((part, index) => {
          if (part.kind === 'link') {
            return (
              <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
                {part.text}
              </a>
            );
          }
          if (part.kind === 'member') {
            return (
              <Link
                key={index}
                to={paths.member(part.memberId)}
                data-peek={`member:${part.memberId}`}
              >
                {part.name}
              </Link>
            );
          }
          if (part.kind === 'mention') {
            return (
              <Link key={index} to={paths.staff(part.staffId)} className={style.mention}>
                {part.text}
              </Link>
            );
          }
          return part.text;
        })}
        {long ? null : props.end}
      </div>
      {long ? <FoldButton open={open} onChange={setOpen} /> : null}
      {long ? props.end : null}
    </div>
  );
}
