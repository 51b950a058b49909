import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { PostMembers } from './post-card-parts';
import { sampleMember } from './post.fixture';

function show(count: number, locale: 'ja' | 'en' = 'ja') {
  const members = Array.from({ length: count }, (_, n) => ({ ...sampleMember, id: `m${n}` }));
  render(
    <MemoryRouter>
      <IntlFrame locale={locale}>
        <PostMembers members={members} />
      </IntlFrame>
    </MemoryRouter>,
  );
}
const shown = () => screen.getAllByRole('link').length;

describe('the members of a post', () => {
  it('are all there while they are few', () => {
    show(7);
    expect(shown()).toBe(7);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are folded where they are many, and unfold by the keyboard', async () => {
    show(20);
    expect(shown()).toBe(6);
    const button = screen.getByRole('button', { name: 'ほか14人' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(shown()).toBe(20);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(button);
    await userEvent.click(screen.getByRole('button', { name: 'たたむ' }));
    expect(shown()).toBe(6);
  });

  it('are counted in English too', () => {
    show(20, 'en');
    screen.getByRole('button', { name: '14 more' });
  });
});
