import { labelNameOf } from './name.mapper';

describe('the texts by which a label is found', () => {
  const textsOf = (labelId: string, name: string) =>
    labelNameOf({ labelId, name, isIssue: true, order: 1 }).texts;

  it('are those of every language for a default label until it is renamed', () => {
    expect(textsOf('businessIssue', '事業の課題')).toEqual(
      expect.arrayContaining(['事業の課題', 'Business issue', '業務課題']),
    );
    expect(textsOf('businessIssue', '契約の課題')).toEqual(['契約の課題']);
  });

  it('are the name of any other label, and none of a deleted one', () => {
    expect(textsOf('x', 'Business issue')).toEqual(['Business issue']);
    expect(textsOf('businessIssue', '')).toEqual([]);
  });
});
