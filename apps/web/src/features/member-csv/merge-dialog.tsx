import '@mantine/core/styles/Table.css';
import type { Member, MergeMembersInput } from '@engawa/contracts';
import { Button, Group, NativeSelect, Skeleton, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useListCustomFieldsQuery } from '../../shared/directory/directory.api';
import { customFieldText, memberFieldText } from '../../shared/directory/member-fields';
import { memberFieldTexts } from '../../shared/directory/member-fields.messages';
import { memberKana, memberName } from '../../shared/directory/names';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { Dialog } from '../../shared/form/form-dialog';
import { useAwaited } from '../../shared/form/use-awaited';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { ProblemNotice } from '../../shared/feedback/states';
import { useTellClosed } from '../../shared/feedback/use-tell-closed';
import { useMergeMembersMutation, usePreviewMemberMergeQuery } from './member-csv.api';
import { lackingFields, type MergeField, mergeFields } from './member-csv.rules';
import { memberSettingTexts } from './member-setting.messages';
import layout from '../../shared/layout/common.module.css';
import style from './member-setting.module.css';
import { RowPair } from '../../shared/list/row-list';
import { Note } from '../../shared/display/note';

/** Two members side by side, with a preview of the merge (MBR-5). */
export function MergeDialog(props: {
  members: readonly Member[];
  onClose: () => void;
  onMerged: (input: MergeMembersInput, name: string) => void;
}) {
  const t = useTexts(memberSettingTexts);
  const common = useTexts(commonTexts);
  const fieldWord = useTexts(memberFieldTexts);
  const intl = useIntl();
  const fieldList = useListCustomFieldsQuery();
  const { data: customFields = [] } = fieldList;
  const { members, onClose } = props;
  const [pair, setPair] = useState<[string, string]>([members[0]!.id, members[1]!.id]);
  const [keptAt, setKeptAt] = useState<0 | 1>(0);
  const [chosen, setChosen] = useState<MergeField[]>([]);
  const [merge, { isLoading, error }] = useMergeMembersMutation();
  // Repeated after a lost answer, the merge is done; without the key, one of the two would be gone.
  const [key] = useState(() => crypto.randomUUID());
  const isAwaited = useAwaited(isLoading);
  const tellClosed = useTellClosed();
  const [left, right] = pair.map((id) => members.find((member) => member.id === id)!) as [
    Member,
    Member,
  ];
  const [kept, other] = keptAt === 0 ? [left, right] : [right, left];
  const lacking = lackingFields(kept, other);
  const takes = (field: MergeField) => lacking.includes(field) || chosen.includes(field);
  const input: MergeMembersInput = { keptId: kept.id, otherId: other.id, take: chosen };

  const pick = (at: 0 | 1, id: string) => {
    const partner = pair[1 - at]!;
    const another = id === partner ? pair[at]! : partner;
    setPair(at === 0 ? [id, another] : [another, id]);
    setChosen([]);
  };
  const submit = async () => {
    const answer = await merge({ key, input });
    if (answer.data) props.onMerged(input, memberName(answer.data.kept));
    else tellClosed(answer.error);
  };
  const wordOf = (field: MergeField) => {
    if (field === 'photoUrl') return t('memberSetting.photo');
    if (field === 'typeId') return t('memberSetting.type');
    return field === 'customFields'
      ? t('memberSetting.customFields')
      : fieldWord(`memberField.${field}`);
  };
  const textOf = (member: Member, field: MergeField) => {
    if (field === 'photoUrl') return member.photoUrl ? t('memberSetting.photo.yes') : '';
    if (field === 'typeId') return member.typeOfContract;
    if (field !== 'customFields') return memberFieldText(intl, member, field);
    return customFields
      .flatMap((custom) => {
        const text = customFieldText(intl, member, custom);
        return text === '' ? [] : `${custom.name}: ${text}`;
      })
      .join(' / ');
  };

  return (
    <Dialog title={t('memberSetting.merge.title')} size={720} busy={isLoading} onClose={onClose}>
      <FailedQueries of={[fieldList]} />
      {members.length > 2 ? (
        <Group grow mb="md" role="group" aria-label={t('memberSetting.merge.pick')}>
          {([0, 1] as const).map((at) => (
            <NativeSelect
              key={at}
              label={t(at === 0 ? 'memberSetting.merge.first' : 'memberSetting.merge.second')}
              value={pair[at]}
              onChange={(event) => pick(at, event.currentTarget.value)}
              data={members.map((member, index) => ({
                value: member.id,
                label: `${index + 1}. ${memberName(member)} ${member.company}`.trim(),
              }))}
            />
          ))}
        </Group>
      ) : null}
      <Table layout="fixed" fz="sm">
        <Table.Thead fz="sm" c="var(--e-text)">
          <Table.Tr>
            <Table.Th scope="col" w="24%">
              {t('memberSetting.merge.field')}
            </Table.Th>
            {[left, right].map((member, at) => (
              <Table.Th key={member.id} scope="col">
                <Group component="span" gap="xs" wrap="nowrap">
                  <MemberAvatar member={member} size={32} />
                  <strong>{memberName(member)}</strong>
                </Group>
                <label className={style.choice}>
                  <input
                    type="radio"
                    name="kept"
                    checked={keptAt === at}
                    onChange={() => {
                      setKeptAt(at === 0 ? 0 : 1);
                      setChosen([]);
                    }}
                  />
                  {t('memberSetting.merge.keep')}
                </label>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {mergeFields.map((field) => {
            const same = textOf(left, field) === textOf(right, field) && field !== 'photoUrl';
            if (textOf(left, field) === '' && textOf(right, field) === '') return null;
            return (
              <Table.Tr key={field}>
                <Table.Th scope="row" fw={500} c="dimmed">
                  {wordOf(field)}
                </Table.Th>
                {[left, right].map((member) => {
                  const value = textOf(member, field);
                  return (
                    <Table.Td key={member.id} p={0}>
                      <label className={style.choice} data-same={same || undefined}>
                        <input
                          type="radio"
                          name={`take-${field}`}
                          aria-label={t('memberSetting.merge.use', {
                            field: wordOf(field),
                            value: value || common('common.none'),
                          })}
                          disabled={value === '' || same}
                          checked={!same && takes(field) === (member === other)}
                          onChange={() =>
                            setChosen(
                              member === other
                                ? [...chosen, field]
                                : chosen.filter((name) => name !== field),
                            )
                          }
                        />
                        <Text span inherit lineClamp={4} className={layout.prose}>
                          {value || common('common.none')}
                        </Text>
                      </label>
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <Preview input={input} />
      {error ? <ProblemNotice error={error} /> : null}
      <Group gap="xs" justify="flex-end" mt="md">
        <Button variant="default" disabled={isAwaited} onClick={onClose}>
          {common('common.cancel')}
        </Button>
        <Button loading={isLoading} onClick={() => void submit()}>
          {t('memberSetting.merge.action')}
        </Button>
      </Group>
    </Dialog>
  );
}

const result = {
  ...{ gap: 12, wrap: 'nowrap', p: 12, mt: 16 },
  ...{ bdrs: 'var(--e-radius-control)', bg: 'var(--e-hover)' },
} as const;

/** The server's preview of the merge. */
function Preview({ input }: { input: MergeMembersInput }) {
  const t = useTexts(memberSettingTexts);
  const { data, error, refetch } = usePreviewMemberMergeQuery(input);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Group {...result}>
        <Skeleton height={40} circle />
        <Skeleton width="60%" />
      </Group>
    );
  }
  const { merged, other, talks } = data;
  return (
    <>
      <Group {...result}>
        <MemberAvatar member={merged} size={40} />
        <RowPair>
          <small>{t('memberSetting.merge.result')}</small>
          <strong>{memberName(merged)}</strong>
          <small>
            {[memberKana(merged), merged.company, merged.title, merged.typeOfContract]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </RowPair>
      </Group>
      {talks > 0 ? (
        <Note mt="xs">
          {t('memberSetting.merge.talks', { name: memberName(other), count: talks })}
        </Note>
      ) : null}
    </>
  );
}
