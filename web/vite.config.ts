import { allCalls } from '@brina/contract/all-calls';
import { passportPath } from '@brina/contract/calls/maker/passport';
import { socketPath } from '@brina/contract/live-address';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractPlugin } from './vite/contract-plugin.ts';
import { messagesPlugin } from './vite/messages-plugin.ts';

/** Address of the portal that runs beside Vite in development. */
const portal = process.env.BRINA_DEV_PORTAL;
/** The first segments of what the portal answers: of the contract's addresses, and of those that are the server's own. */
const portalPaths = new Set(
  [
    ...allCalls.map(({ path }) => path),
    socketPath,
    passportPath,
    '/config.json',
    '/health',
    '/idp',
    '/dev',
    '/families',
    '/passport.css',
  ].map((path) => path.replace(/(?<=.)\/.*/, '')),
);

/** The app is served by the portal itself, under a content security policy without inline scripts: nothing may be inlined. */
export default defineConfig({
  plugins: [messagesPlugin(), contractPlugin(), react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // Which chunks belong to which screen: build.test.ts weighs them.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The error page is a screen of the table, and also in the first chunk: it must be there when a chunk is not.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          groups: [
            // What every page needs, in one request: it changes with an upgrade only.
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|zustand|idb-keyval)[\\/]/ },
            // A chunk costs more than the one icon in it.
            { name: 'icons', test: /@tabler[\\/]icons-react/, minShareCount: 2 },
            // Small pieces that travel together are smaller: what the first chunk needs, and the fields that most screens have.
            { name: 'base', tags: ['$initial'] },
            {
              name: 'fields',
              test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](ActionIcon|CloseButton|InlineInput|Input|InputBase|NativeSelect|TextInput)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: portal ? Object.fromEntries(Array.from(portalPaths, (path) => [path, { target: portal, ws: true }])) : {},
  },
});
