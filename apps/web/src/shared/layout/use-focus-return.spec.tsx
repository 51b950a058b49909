import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useFocusReturn } from './use-focus-return';

function Part({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  return (
    <button type="button" ref={(button) => button?.focus()} onClick={onClose}>
      close
    </button>
  );
}

/** A page with a button, and a menu whose entry is removed when it opens the part. */
function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" id="opener" onClick={() => setOpen(true)}>
        open
      </button>
      <input aria-label="elsewhere" />
      {open ? (
        <Part onClose={() => setOpen(false)} />
      ) : (
        <div role="menu" aria-labelledby="opener">
          <button type="button" role="menuitem" onClick={() => setOpen(true)}>
            entry
          </button>
        </div>
      )}
    </>
  );
}

const focusAndClick = (name: string, role = 'button') => {
  const button = screen.getByRole(role, { name });
  button.focus();
  fireEvent.click(button);
};

describe('a part that is shown for a while', () => {
  it.each([
    ['the button', 'open', 'button'],
    ['the button of a menu', 'entry', 'menuitem'],
  ])('gives the focus back to %s that opened it', async (_what, name, role) => {
    render(<Page />);
    focusAndClick(name, role);
    focusAndClick('close');
    await waitFor(() => expect(document.activeElement?.id).toBe('opener'));
  });

  it('leaves a focus that has gone elsewhere', async () => {
    render(<Page />);
    focusAndClick('open');
    const close = screen.getByRole('button', { name: 'close' });
    screen.getByLabelText('elsewhere').focus();
    fireEvent.click(close);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'));
  });
});
