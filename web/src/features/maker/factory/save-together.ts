import { zipSync } from 'fflate';
import { now } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { KeptAppliance } from './kept-batch.ts';

/** Hands the files of several appliances to the browser as one zip, named by the moment (UTC). */
export function saveTogether(files: readonly KeptAppliance[]): void {
  const at_ms = now();
  const entries = files.flatMap(({ serialNumber, data }) => (data ? [[`${serialNumber}.zip`, data] as const] : []));
  const stamp = new Date(at_ms).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
  // Not compressed: what is collected here is compressed already.
  const data = zipSync(Object.fromEntries(entries), { level: 0, mtime: at_ms });
  saveFile({ name: `appliances-${stamp}.zip`, type: 'application/zip', data });
}
