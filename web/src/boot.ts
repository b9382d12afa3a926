/** The entry of the page: small, so that what the first page waits for is under way before the app's own code has run. */
import { begin } from './app/beginning.ts';
import { loadChunk, reloadForMissingParts } from './app/chunks.ts';
import './app/boot.css';

// Where nothing can be kept there is no session: the app says why.
const begun = isSecureContext ? begin() : undefined;
begun?.catch(() => {
  // Heard of by the app, once it is there.
});
reloadForMissingParts();
void loadChunk('app', () => import('./main.tsx')).then(({ run }) => run(begun));
