import '@mantine/core/styles/Grid.css';
import type { Insights } from '@engawa/contracts';
import { Grid } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { labelName } from '../../shared/directory/names';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { Answers, MemberTypeCard } from './answer-cards';
import type { DashboardAddress } from './dashboard.rules';
import { IssueCard, LabelBars, LabelShare } from './label-cards';
import { NetworkCards } from './network-card';
import { MemberCards, StaffCards } from './people-cards';
import { WeekCard } from './week-card';

/** All cards of the dashboard; every figure opens the posts that it counts (INS-5). */
export function DashboardCards(props: {
  insights: Insights;
  /** The preceding range of the same length, for comparison. */
  before: Insights | null;
  address: DashboardAddress;
  /** Today in the space's time zone. */
  today: string;
}) {
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const { data: labels = [] } = useListLabelsQuery();
  const { insights, before, address } = props;
  const nameOf = (labelId: string) => {
    const label = labels.find((one) => one.id === labelId);
    return label ? labelName(intl, label) : common('common.label.deleted');
  };
  const cards = { insights, address, nameOf };
  return (
    <Grid gap="md">
      <Grid.Col span={12}>
        <Answers insights={insights} before={before} address={address} today={props.today} />
      </Grid.Col>
      <MemberTypeCard insights={insights} />
      <WeekCard insights={insights} address={address} />
      <LabelBars {...cards} />
      <LabelShare {...cards} />
      <IssueCard {...cards} />
      <StaffCards insights={insights} address={address} />
      <MemberCards insights={insights} address={address} />
      <NetworkCards {...cards} />
    </Grid>
  );
}
