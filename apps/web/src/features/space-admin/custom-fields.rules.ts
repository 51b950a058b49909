import type { CustomField } from '@engawa/contracts';

/** A line of the form: a choice with its id keeps it under any name, one without is new. */
export interface ChoiceLine {
  id?: string;
  name: string;
}

/** Separates id and name of a line; names have no control characters. */
const ID_END = '\t';

/** The names in a text with one choice in a line. */
export function choiceNames(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Choices as one text, so that two edits of them are compared and merged as one field. */
export function choicesText(choices: CustomField['choices'] | readonly ChoiceLine[]): string {
  return choices.map(({ id = '', name }) => `${id}${ID_END}${name}`).join('\n');
}

export function choiceLines(text: string): ChoiceLine[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [id = '', name = ''] = line.split(ID_END);
    return id === '' ? { name } : { id, name };
  });
}

/** Lines with a name, as the API takes them. */
export function namedChoices(lines: readonly ChoiceLine[]): ChoiceLine[] {
  return lines.flatMap((line) => {
    const name = line.name.trim();
    return name === '' ? [] : [{ ...line, name }];
  });
}
