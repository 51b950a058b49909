import { choiceLines, choiceNames, choicesText, namedChoices } from './custom-fields.rules';

const choices = [
  { id: 'noon', name: '昼' },
  { id: 'night', name: '夜' },
];

describe('the choices of a custom field', () => {
  it('are the lines of a text while the field is new', () => {
    expect(choiceNames(' 昼 \n\n夜\r\n')).toEqual(['昼', '夜']);
  });

  it('keep their id under any name, also when another one is removed', () => {
    const [, night] = choiceLines(choicesText(choices));
    const lines = [{ ...night!, name: '深夜' }, { name: '' }, { name: ' 朝 ' }];
    expect(choiceLines(choicesText(lines))).toEqual([
      { id: 'night', name: '深夜' },
      { name: '' },
      { name: ' 朝 ' },
    ]);
    expect(namedChoices(lines)).toEqual([{ id: 'night', name: '深夜' }, { name: '朝' }]);
    expect(choiceLines(choicesText([]))).toEqual([]);
  });
});
