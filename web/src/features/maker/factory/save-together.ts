import { now } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { KeptAppliance } from './kept-batch.ts';
import { storedZip } from './stored-zip.ts';

/** Hands the files of several appliances to the browser as one zip, named by the moment (UTC). */
export function saveTogether(files: readonly KeptAppliance[]): void {
  const at_ms = now();
  const entries = files.flatMap(({ serialNumber, data }) => (data ? [{ name: `${serialNumber}.zip`, data }] : []));
  const stamp = new Date(at_ms).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
  saveFile({ name: `appliances-${stamp}.zip`, type: 'application/zip', data: storedZip(entries, at_ms) });
}
