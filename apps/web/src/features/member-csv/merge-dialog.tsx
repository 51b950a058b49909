import type { Member, MergeMembersInput } from '@engawa/contracts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { memberKana, memberName } from '../../shared/directory/names';
import { MemberFace } from '../../shared/directory/person-face';
import { Dialog } from '../../shared/ui/form-dialog';
import { Bone, ProblemNotice } from '../../shared/ui/states';
import { useMergeMembersMutation, usePreviewMemberMergeQuery } from './member-csv.api';
import { lackingFields, type MergeField, mergeFields } from './member-csv.rules';
import { memberSettingTexts } from './member-setting.messages';
import style from './member-setting.module.css';

const words = {
  photoUrl: 'memberSetting.photo',
  familyName: 'memberSetting.familyName',
  firstName: 'memberSetting.firstName',
  familyNameKana: 'memberSetting.familyNameKana',
  firstNameKana: 'memberSetting.firstNameKana',
  company: 'memberSetting.company',
  title: 'memberSetting.jobTitle',
  typeId: 'memberSetting.type',
  memo: 'memberSetting.memo',
} as const satisfies Record<MergeField, keyof typeof memberSettingTexts>;

/** Two members side by side, with a preview of the merge (MBR-5). */
export function MergeDialog(props: {
  members: readonly Member[];
  onClose: () => void;
  onMerged: (input: MergeMembersInput, name: string) => void;
}) {
  const say = useTexts(memberSettingTexts);
  const common = useTexts(commonTexts);
  const { members, onClose } = props;
  const [pair, setPair] = useState<[string, string]>([members[0]!.id, members[1]!.id]);
  const [keptAt, setKeptAt] = useState<0 | 1>(0);
  const [chosen, setChosen] = useState<MergeField[]>([]);
  const [merge, { isLoading, error }] = useMergeMembersMutation();
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
    const answer = await merge(input);
    if (answer.data) props.onMerged(input, memberName(answer.data.kept));
  };
  const textOf = (member: Member, field: MergeField) => {
    if (field === 'photoUrl') return member.photoUrl ? say('memberSetting.photo.yes') : '';
    if (field === 'typeId') return member.typeOfContract;
    return member[field] ?? '';
  };

  return (
    <Dialog title={say('memberSetting.merge.title')} size={720} onClose={onClose}>
      {members.length > 2 ? (
        <div className={style.pick} role="group" aria-label={say('memberSetting.merge.pick')}>
          {([0, 1] as const).map((at) => (
            <NativeSelect
              key={at}
              label={say(at === 0 ? 'memberSetting.merge.first' : 'memberSetting.merge.second')}
              value={pair[at]}
              onChange={(event) => pick(at, event.currentTarget.value)}
              data={members.map((member, index) => ({
                value: member.id,
                label: `${index + 1}. ${memberName(member)} ${member.company}`.trim(),
              }))}
            />
          ))}
        </div>
      ) : null}
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{say('memberSetting.merge.field')}</th>
            {[left, right].map((member, at) => (
              <th key={member.id} scope="col">
                <span className={style.person}>
                  <MemberFace member={member} size={32} />
                  {memberName(member)}
                </span>
                <label className={style.kept}>
                  <input
                    type="radio"
                    name="kept"
                    checked={keptAt === at}
                    onChange={() => {
                      setKeptAt(at === 0 ? 0 : 1);
                      setChosen([]);
                    }}
                  />
                  {say('memberSetting.merge.keep')}
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mergeFields.map((field) => {
            const same = textOf(left, field) === textOf(right, field) && field !== 'photoUrl';
            if (textOf(left, field) === '' && textOf(right, field) === '') return null;
            return (
              <tr key={field}>
                <th scope="row">{say(words[field])}</th>
                {[left, right].map((member) => {
                  const value = textOf(member, field);
                  return (
                    <td key={member.id}>
                      <label className={style.choice} data-same={same || undefined}>
                        <input
                          type="radio"
                          name={`take-${field}`}
                          aria-label={say('memberSetting.merge.use', {
                            field: say(words[field]),
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
                        <span>{value || common('common.none')}</span>
                      </label>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <Preview input={input} />
      {error ? <ProblemNotice error={error} /> : null}
      <div className={style.buttons}>
        <Button variant="default" onClick={onClose}>
          {common('common.cancel')}
        </Button>
        <Button loading={isLoading} onClick={() => void submit()}>
          {say('memberSetting.merge.action')}
        </Button>
      </div>
    </Dialog>
  );
}

/** The server's preview of the merge. */
function Preview({ input }: { input: MergeMembersInput }) {
  const say = useTexts(memberSettingTexts);
  const { data, error, refetch } = usePreviewMemberMergeQuery(input);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className={style.result}>
        <Bone width={40} height={40} round />
        <Bone width="60%" />
      </div>
    );
  }
  const { merged, other, talks } = data;
  return (
    <>
      <div className={style.result}>
        <MemberFace member={merged} size={40} />
        <span className={style.what}>
          <small>{say('memberSetting.merge.result')}</small>
          <strong>{memberName(merged)}</strong>
          <small>
            {[memberKana(merged), merged.company, merged.title, merged.typeOfContract]
              .filter(Boolean)
              .join('・')}
          </small>
        </span>
      </div>
      {talks > 0 ? (
        <p className={style.lead}>
          {say('memberSetting.merge.talks', { name: memberName(other), count: talks })}
        </p>
      ) : null}
    </>
  );
}
