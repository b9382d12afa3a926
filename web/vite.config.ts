import { allCalls } from '@brina/contract/all-calls';
import { passportPath } from '@brina/contract/calls/maker/passport';
import { inspectionPath, posterPath } from '@brina/contract/calls/record/inspection';
import { letterOffPath } from '@brina/contract/calls/record/subscriptions';
import { socketPath } from '@brina/contract/live-address';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractPlugin } from './vite/contract-plugin.ts';
import { appModule, firstPageNames, firstPages } from './vite/first-pages.ts';
import { firstPagesPlugin } from './vite/first-pages-plugin.ts';
import { messagesPlugin } from './vite/messages-plugin.ts';
import { serviceWorkerPlugin } from './vite/service-worker-plugin.ts';
import { widthsPlugin } from './vite/widths-plugin.ts';

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
    // Documents, with the operator in them.
    '/html',
    '/passport.css',
    '/public',
    '/public.css',
    '/inspection.css',
    inspectionPath,
    posterPath,
    letterOffPath,
    '/letters.css',
  ].map((path) => path.replace(/(?<=.)\/.*/, '')),
);

/** What both first pages show is with what every page runs: a chunk of one of them would load the other. */
const inBothPages = /web[\\/]src[\\/](ui[\\/](Notice|Skeleton)|app[\\/]layout[\\/](Brand|LanguageButton))\.tsx/;

/** The app is served by the portal itself, under a content security policy without inline scripts: nothing may be inlined. */
export default defineConfig({
  plugins: [widthsPlugin(), messagesPlugin(), contractPlugin(), react(), firstPagesPlugin(), serviceWorkerPlugin()],
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
        // The first page names every file that may follow: seven characters tell builds apart, and weigh less than eight.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What runs before all else, in one file: the entry, and the helper of dynamic imports that it shares with the rest.
            { name: 'boot', tags: ['$initial'], priority: 40 },
            // What every page needs: it changes with an upgrade only. Only forms keep somebody from leaving.
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/](?!.*useBlocker)/,
              priority: 30,
            },
            // What asks the portal for data: every page behind the sign-in, and none before it.
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/, priority: 30 },
            { name: 'app', test: (id) => id === appModule || inBothPages.test(id), priority: 20 },
            // Small pieces that travel together are smaller: the fields that most screens have.
            {
              name: 'fields',
              test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](ActionIcon|CloseButton|InlineInput|Input|InputBase|TextInput)[\\/]/,
              priority: 11,
            },
            // What chooses among few and among many, which lists have above them.
            {
              name: 'choices',
              test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](NativeSelect|Combobox[\\/]ComboboxChevron)[\\/]|web[\\/]src[\\/]ui[\\/]MultiChoice\.tsx/,
              priority: 10.5,
            },
            // Of texts a page has the name alone: those that many pages have come together.
            {
              name: 'text-names',
              test: /domain[\\/]src[\\/](appliance[\\/](refusals|states|metrics)|haccp[\\/]rules)\.messages/,
              priority: 10.4,
            },
            {
              name: 'record-words',
              test: /haccp[\\/]rule-names\.messages|web[\\/]src[\\/]lib[\\/]speech\.ts/,
              priority: 10.4,
            },
            // A request costs more than what a page does not need of its own: each first page is one chunk.
            ...firstPageNames.map((name) => ({
              name,
              test: (id: string) => firstPages[name].some((module) => module === id),
              priority: 10,
            })),
            // Minutes of a kitchen's clock, reckoned and written: small pieces that many screens have some of.
            {
              name: 'kitchen-clock',
              test: /domain[\\/]src[\\/](language[\\/]local-minute|cycles[\\/]planned-start)\.ts|web[\\/]src[\\/]appliance[\\/](clock-input|ready\.messages|use-days)\.ts/,
              priority: 9,
            },
            // The same of the kitchen's own screens: a file for each would be named by the first page.
            {
              name: 'kitchen-names',
              test: /web[\\/]src[\\/](features[\\/]kitchen[\\/]|appliance[\\/]).*\.messages\.ts/,
              minShareCount: 2,
              priority: 8,
            },
            // And of everybody else's.
            {
              name: 'names',
              test: /features[\\/](people|maker|record)[\\/].*\.messages\.ts/,
              minShareCount: 2,
              priority: 7,
            },
            // A chunk costs more than the one icon in it.
            { name: 'icons', test: /@tabler[\\/]icons-react/, minShareCount: 2 },
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
