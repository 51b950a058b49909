import type { Member } from '@engawa/contracts';
import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useListCustomFieldsQuery } from '../../shared/directory/directory.api';
import {
  customFieldText,
  memberFactFields,
  memberFieldText,
} from '../../shared/directory/member-fields';
import { memberFieldTexts } from '../../shared/directory/member-fields.messages';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { useTexts } from '../../shared/intl/messages';
import layout from '../../shared/layout/common.module.css';

/** Contact, contract and the fields of the space, as far as they are filled in. */
export function MemberFacts(props: {
  member: Member;
  /** Each fact has its line, as in a narrow column. */
  column?: boolean;
  empty?: ReactNode;
}) {
  const { member, column } = props;
  const t = useTexts(memberFieldTexts);
  const intl = useIntl();
  const fieldList = useListCustomFieldsQuery();
  const { data: customFields = [] } = fieldList;
  const facts = [
    ...memberFactFields.map(({ name, kind }) => ({
      id: name as string,
      label: t(`memberField.${name}`),
      text: memberFieldText(intl, member, name),
      kind: kind as string,
    })),
    ...customFields.map((field) => ({
      id: field.id,
      label: field.name,
      text: customFieldText(intl, member, field),
      kind: 'custom',
    })),
  ].filter(({ text }) => text !== '');
  // Values are only shown with their names.
  const unnamed = Object.keys(member.customFields ?? {}).length > 0 && !fieldList.data;
  const problem = unnamed ? <FailedQueries of={[fieldList]} /> : null;
  if (facts.length === 0) return unnamed ? problem : (props.empty ?? null);
  return (
    <>
      {problem}
      <Group component="dl" gap="4px 24px" mt={12} fz="sm">
        {facts.map(({ id, label, text, kind }) => (
          <Group
            key={id}
            gap={8}
            wrap="nowrap"
            align="baseline"
            miw={0}
            w={column ? '100%' : undefined}
          >
            <Box component="dt" flex="none" maw="50%" w={column ? '6rem' : undefined}>
              {label}
            </Box>
            <dd className={layout.prose}>
              {kind === 'email' ? <a href={`mailto:${text}`}>{text}</a> : text}
            </dd>
          </Group>
        ))}
      </Group>
    </>
  );
}
