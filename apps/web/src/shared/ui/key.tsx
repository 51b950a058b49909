/** A key as menus show it; the item itself says it to screen readers by `aria-keyshortcuts`. */
export function Key({ children }: { children: string }) {
  return (
    <kbd aria-hidden="true" style={{ font: 'inherit', fontSize: 12, color: 'var(--e-faint)' }}>
      {children}
    </kbd>
  );
}
