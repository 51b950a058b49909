let name = '';
let unread = '';

function write(): void {
  if (name !== '') document.title = `${unread}Engawa | ${name}`;
}

/** The document title is 'Engawa | page name' (WEB-1). */
export function setPageName(next: string): void {
  name = next;
  write();
}

/** Prefixes the title with the number of unread notifications; nothing at zero, 9+ above nine. */
export function setTitleCount(count: number): void {
  unread = count <= 0 ? '' : `(${count > 9 ? '9+' : count}) `;
  write();
}
