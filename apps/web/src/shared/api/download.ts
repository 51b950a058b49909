import { type ApiProblem, networkProblem, problemOf } from '../problem/api-problem';
import { API_BASE, freshToken, refreshAccess, tokenForRequest } from './access';

/** The file name of a `Content-Disposition` header; the UTF-8 one (RFC 6266) wins. */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // Truncated within a character: use the plain one.
    }
  }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition ?? '');
  return (plain?.[1] ?? plain?.[2])?.trim() || null;
}

async function ask(path: string, token: string | null): Promise<Response> {
  try {
    return await fetch(`${API_BASE}${path}`, {
      credentials: 'same-origin',
      headers: {
        'Accept-Language': document.documentElement.lang || 'ja',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
    });
  } catch {
    throw networkProblem;
  }
}

/** Saves bytes as a file. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Firefox reads the address only after this tick.
  setTimeout(() => URL.revokeObjectURL(address), 30_000);
}

/**
 * Downloads a file of the API with the access token under the server's file name, else
 * `fallbackName`. Throws an {@link ApiProblem}.
 */
export async function downloadFile(path: string, fallbackName: string): Promise<void> {
  const token = await tokenForRequest();
  let response = await ask(path, token);
  if (response.status === 401 && token) {
    const { session } = await refreshAccess();
    if (session) response = await ask(path, freshToken());
  }
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    const problem: ApiProblem = problemOf(
      response.status,
      body,
      response.headers.get('retry-after'),
    );
    throw problem;
  }
  // A page of the network, such as one that asks to sign in to it, is not the file.
  if (response.headers.get('content-type')?.startsWith('text/html')) throw networkProblem;
  const blob = await response.blob().catch(() => {
    throw networkProblem;
  });
  saveBlob(blob, fileNameOf(response.headers.get('content-disposition')) ?? fallbackName);
}
