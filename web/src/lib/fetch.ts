let current: typeof fetch = (...request) => fetch(...request);

/** Every request to the portal leaves through here: calls, tokens, `config.json`. */
export const portalFetch: typeof fetch = (...request) => current(...request);

/** Replaces what `portalFetch` sends with; a test answers requests here, at the edge of the app. */
export function provideFetch(send: typeof fetch): void {
  current = send;
}

/**
 * Brings a file of JSON, by the browser's own `fetch` unless another is given.
 * @throws when it cannot be had
 */
export async function fetchJson(address: string, by: typeof fetch = fetch): Promise<unknown> {
  const response = await by(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
