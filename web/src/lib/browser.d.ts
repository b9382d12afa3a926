import '@brina/contract/wire/call';

declare module '@brina/contract/wire/call' {
  // Of a call the browser has what its bundler leaves of it (web/vite/contract-plugin.ts).
  interface Program {
    browser: true;
  }
}
