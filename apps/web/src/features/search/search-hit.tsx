import type { Label, SearchHit } from '@engawa/contracts';
import { IconPaperclip } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { postPath } from '../../shared/address/post-address';
import { memberName } from '../../shared/directory/names';
import { StaffFace } from '../../shared/directory/person-face';
import { useTexts } from '../../shared/intl/messages';
import { LabelChip } from '../../shared/ui/label-chip';
import { RelativeTime } from '../../shared/ui/relative-time';
import { StatusPill } from '../../shared/ui/status-pill';
import { piecesOf } from './search.rules';
import { searchTexts } from './search.messages';
import style from './search.module.css';

/** A hit; opens its thread. */
export function Hit({ hit, labels }: { hit: SearchHit; labels: readonly Label[] }) {
  const say = useTexts(searchTexts);
  const own = labels.filter((label) => hit.labelIds.includes(label.id));
  return (
    <li>
      <Link
        className={style.hit}
        to={postPath(
          { kind: 'all' },
          hit.postId,
          hit.commentId ? { comments: true, commentId: hit.commentId } : undefined,
        )}
      >
        <StaffFace staff={hit.owner} size={36} />
        <span className={style.body}>
          <span className={style.line}>
            <strong>{hit.owner.displayName}</strong>
            {hit.kind === 'comment' ? <span>{say('search.comment')}</span> : null}
            <span className={style.named}>{hit.members.map(memberName).join('、')}</span>
            <span className={style.time}>
              <RelativeTime at={hit.talkedAt} />
            </span>
          </span>
          <span className={style.memo}>
            {piecesOf(hit.memo, hit.highlights).map((piece, index) =>
              piece.found ? <mark key={index}>{piece.text}</mark> : piece.text,
            )}
          </span>
          {hit.attachmentTitles.length > 0 ? (
            <span className={style.files}>
              <IconPaperclip size={14} stroke={1.5} aria-label={say('search.files')} />
              {hit.attachmentTitles.join('、')}
            </span>
          ) : null}
          {own.length > 0 || hit.taskStatus ? (
            <span className={style.tags}>
              {hit.taskStatus ? <StatusPill status={hit.taskStatus} /> : null}
              {own.map((label) => (
                <LabelChip key={label.id} label={label} />
              ))}
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  );
}
