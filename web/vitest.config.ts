import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { contractPlugin } from './vite/contract-plugin.ts';
import { messagesPlugin } from './vite/messages-plugin.ts';
import { widthsPlugin } from './vite/widths-plugin.ts';

// What keeps Debian's Chromium quiet, and its pictures the same on every machine.
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
];

/** Component tests, in a real browser; pure logic (`*.test.ts`) runs under `node --test`. */
export default defineConfig({
  plugins: [widthsPlugin(), messagesPlugin(), contractPlugin({ examples: true }), react()],
  // Named from the start: a dependency met in mid-run would reload the page under a test.
  optimizeDeps: {
    // Read file by file: each country's checks are a chunk of their own.
    exclude: ['stdnum'],
    include: [
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@stomp/stompjs',
      '@tabler/icons-react',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'axe-core',
      'idb-keyval',
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'uplot',
      'vitest-browser-react',
      'zod/mini',
      'zustand',
      'zustand/middleware',
    ],
  },
  test: {
    name: 'browser',
    // The files share an origin, as tabs do: sessions, locks and the encrypted store would meet.
    fileParallelism: false,
    include: ['src/**/*.test.tsx'],
    // Generous to a slow machine: nothing here asserts how long the app takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: '/usr/bin/chromium', args } }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
