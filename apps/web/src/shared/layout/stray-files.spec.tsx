import { fireEvent, render, screen } from '@testing-library/react';
import { refuseStrayFiles } from './stray-files';

/** Drags over an element; what the browser does then, and the cursor that it shows. */
function drag(element: Element, types: string[]) {
  const dataTransfer = { types, dropEffect: 'copy' };
  const isLeftToBrowser = fireEvent.dragOver(element, { dataTransfer });
  return { isLeftToBrowser, effect: dataTransfer.dropEffect };
}

it('keeps the page when files are dropped beside a place for them', () => {
  const end = refuseStrayFiles();
  render(<div data-testid="place" onDragOver={(event) => event.preventDefault()} />);
  expect(drag(document.body, ['Files'])).toEqual({ isLeftToBrowser: false, effect: 'none' });
  expect(drag(screen.getByTestId('place'), ['Files']).effect).toBe('copy');
  // A marked text is dropped into fields by the browser.
  expect(drag(document.body, ['text/plain']).isLeftToBrowser).toBe(true);
  end();
  expect(drag(document.body, ['Files']).isLeftToBrowser).toBe(true);
});
