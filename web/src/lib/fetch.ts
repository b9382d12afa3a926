let current: typeof fetch = (...request) => fetch(...request);

/** Every request to the portal leaves through here: calls, tokens, `config.json`. */
export const portalFetch: typeof fetch = (...request) => current(...request);

/** Replaces what `portalFetch` sends with; a test answers requests here, at the edge of the app. */
export function provideFetch(send: typeof fetch): void {
  current = send;
}
