import { serve } from '../../test/answers';
import { show } from '../../test/show';
import { pageKeys, rowKeys, walkKeys } from '../shared/rows/keys';
import { goKeys } from './go-keys';
import { KeySheet } from './key-sheet';

it('lists every key that the app knows', () => {
  serve(() => ({ body: { items: [] } }));
  show(<KeySheet onClose={() => undefined} />);
  const listed = [...document.querySelectorAll('dt')].map((keys) =>
    [...keys.querySelectorAll('kbd')].map((key) => key.textContent).join(' '),
  );
  const keys = [...Object.values(rowKeys), walkKeys.select, pageKeys.write, pageKeys.search];
  const going = Object.keys(goKeys).map((key) => `${pageKeys.go} ${key}`);
  const moving = `${walkKeys.down} ${walkKeys.up}`;
  expect(listed).toEqual(expect.arrayContaining([...keys, ...going, moving, pageKeys.sheet]));
});
