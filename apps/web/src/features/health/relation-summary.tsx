import type { Relations } from '@engawa/contracts';
import { Text } from '@mantine/core';
import { Note } from '../../shared/display/note';
import { useTexts } from '../../shared/intl/messages';
import { useMonthName } from './relation-names';
import { relationTexts } from './relations.messages';

/** Says that the picture is not right yet, also on the printed sheet. */
export function Recounting({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  return relations.recounting ? <Note role="status">{t('relations.recounting')}</Note> : null;
}

/** The month's figures in three sentences. */
export function Sentences({ relations, size }: { relations: Relations; size?: string }) {
  const t = useTexts(relationTexts);
  const month = useMonthName();
  const { summary, months } = relations;
  return (
    <Text component="ul" size={size} lh={1.75} mt={8} mb={12}>
      <li>
        {t('relations.sentence.talked', { ...summary, month: month(months.at(-1)!, 'long') })}
      </li>
      <li>
        {t('relations.sentence.issues', {
          opened: summary.issuesOpened,
          solved: summary.issuesSolved,
        })}
      </li>
      <li>{t('relations.sentence.cold', { cold: summary.cold })}</li>
    </Text>
  );
}
