/** A path of the contract as the HTTP server routes by it: `/01/{gtin}` → `/01/:gtin`. */
export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
