import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useTexts } from '../intl/messages';
import { viewChoiceTexts } from './view-choice.messages';

const icon = { stroke: 1.5, 'aria-hidden': true } as const;

/** The content of a button that opens the views of a page: the name of the open view, or the word. */
export function ViewWords(props: {
  name: string | undefined;
  /** Only the sign is seen. */
  isSign?: boolean;
}) {
  const t = useTexts(viewChoiceTexts);
  const { name, isSign } = props;
  return (
    <>
      <IconBookmark {...icon} size={16} />
      <span className={isSign ? 'engawa-unseen' : 'engawa-cut'}>
        {name ?? t('savedView.title')}
      </span>
      <span className="engawa-unseen"> {t('savedView.choose')}</span>
      {isSign ? null : <IconChevronDown {...icon} size={14} />}
    </>
  );
}
