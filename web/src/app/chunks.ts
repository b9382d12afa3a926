import { chunkLoadTimeout_ms } from '@brina/domain/constants';

/**
 * Loads a part of the app that is not in the first page (S9.7). A part that cannot be had is mostly one of an older version, which
 * an update has removed: so the page is reloaded, once for each part; when that does not help the failure is the caller's.
 * @param name of the part, the same in every version
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>, reload = () => location.reload()): Promise<T> {
  const reloaded = `brina:reloaded:${name}`;
  try {
    const loaded = await inTime(load());
    sessionStorage.removeItem(reloaded);
    return loaded;
  } catch (error) {
    if (sessionStorage.getItem(reloaded) !== null) throw error;
    sessionStorage.setItem(reloaded, 'true');
    reload();
    return new Promise(() => {});
  }
}

/**
 * Sees to smaller parts, such as dialogs, that fail to load later: the page is loaded anew, once for each build, and never where there is
 * no line, so that nobody loses what stands in a form to a glimpse of bad radio. Vite tells of every import that fails.
 */
export function reloadForMissingParts(reload = () => location.reload()): () => void {
  const reloaded = `brina:reloaded:parts:${document.documentElement.dataset.build}`;
  const hear = (): void => {
    if (!navigator.onLine || sessionStorage.getItem(reloaded) !== null) return;
    sessionStorage.setItem(reloaded, 'true');
    reload();
  };
  addEventListener('vite:preloadError', hear);
  return () => removeEventListener('vite:preloadError', hear);
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not loaded within ${chunkLoadTimeout_ms} ms`)), chunkLoadTimeout_ms);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}
