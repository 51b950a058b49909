import { screen } from '@testing-library/react';
import { show } from '../../../../test/show';
import { FOLD_LINES } from './memo-parts';
import { MemoText } from './memo-text';

const prose = (container: HTMLElement) => container.querySelector('.memo');

describe('the text of a post or comment', () => {
  it('is shown without blank lines at its start and its end', () => {
    const { container } = show(<MemoText memo={'\n\n見学の話。\n\n明日も。\n\n\n'} />);
    expect(prose(container)?.textContent).toBe('見学の話。\n\n明日も。');
  });

  it('is not collapsed because of blank lines at its end', () => {
    const { container } = show(<MemoText memo={`見学の話。${'\n'.repeat(FOLD_LINES + 1)}`} />);
    expect(container.querySelector('button')).toBeNull();
  });

  it('takes no room where it has blanks only, beside files', () => {
    const { container } = show(<MemoText memo={'\n \n'} end={<span>ラベル</span>} />);
    expect(prose(container)).toBeNull();
    expect(screen.getByText('ラベル')).not.toBeNull();
  });
});
