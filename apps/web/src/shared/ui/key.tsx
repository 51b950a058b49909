/** A key as shown in menus; screen readers get it from `aria-keyshortcuts` of the item. */
export function Key({ children }: { children: string }) {
  return (
    <kbd aria-hidden="true" style={{ font: 'inherit', fontSize: 12, color: 'var(--e-faint)' }}>
      {children}
    </kbd>
  );
}
