import { afterFirstPicture } from '../lib/first-picture.ts';
import type { ShellAnswer, ShellFiles } from '../worker/shell-messages.ts';

const reloadedKey = 'brina:reloaded:build';

/**
 * Lets the service worker keep what this page was made of, for the next start. A page that came from an old shell, because the portal
 * was late to answer, learns here that there is another build, and is loaded anew: once, and not under somebody's hands.
 */
export async function keepShell(reload = () => location.reload()): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const { build } = document.documentElement.dataset;
  if (!container || build === undefined) return;
  let isTouched = false;
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, () => (isTouched = true), { once: true, capture: true });
  await afterFirstPicture();
  container.addEventListener('message', ({ data }: MessageEvent<ShellAnswer>) => {
    if (data.build === build) return sessionStorage.removeItem(reloadedKey);
    if (sessionStorage.getItem(reloadedKey) === data.build || isTouched) return;
    sessionStorage.setItem(reloadedKey, data.build);
    reload();
  });
  const tell = (): void => container.controller?.postMessage({ build, files: loadedFiles() } satisfies ShellFiles);
  // Tells the first worker that ever came, and each that follows with another build.
  container.addEventListener('controllerchange', tell);
  try {
    const registration = await container.register('/service-worker.js', { updateViaCache: 'none' });
    await registration.update();
    // A worker of another build takes over by itself, and is told then: this page may be newer than the one that is there.
    if (!registration.installing && !registration.waiting) tell();
  } catch (error) {
    // A browser that refuses it works without.
    console.info('The shell is not kept.', error);
  }
}

/** Paths of our own files that this page has loaded so far. */
const loadedFiles = (): string[] => {
  const ours = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin);
  return [...new Set(ours.map(({ pathname }) => pathname))];
};
