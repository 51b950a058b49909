/** One message of a `text/event-stream`. */
export interface StreamMessage {
  event: string;
  data: string;
  /** Last event id after this message. */
  id: string;
}

/**
 * Parses a `text/event-stream` in chunks (WHATWG HTML, section 9.2.6). Chunks may end anywhere,
 * even within a line end.
 */
export function createStreamReader(emit: (message: StreamMessage) => void) {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id = '';

  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) emit({ event: event || 'message', data: data.join('\n'), id });
      event = '';
      data = [];
      return;
    }
    if (text.startsWith(':')) return;
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
  };

  return {
    push(chunk: string): void {
      rest += chunk;
      for (;;) {
        const end = rest.search(/[\r\n]/);
        if (end < 0) return;
        // A \r at the end may be half of a \r\n.
        if (rest[end] === '\r' && end === rest.length - 1) return;
        const width = rest[end] === '\r' && rest[end + 1] === '\n' ? 2 : 1;
        line(rest.slice(0, end));
        rest = rest.slice(end + width);
      }
    },
  };
}
