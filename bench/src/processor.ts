import { readFile } from 'node:fs/promises';

/** Clock ticks of /proc: 100 a second wherever Linux runs. */
const ticks_per_s = 100;

/** What a process or a thread has used of the processor so far, by its folder in /proc, s; one that is no more has used nothing. */
export async function processor_s(folder: string): Promise<number> {
  const line = await readFile(`${folder}/stat`, 'utf8').catch(() => '');
  // The name in brackets may contain anything; user and system time are the 12th and 13th field after it.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticks_per_s;
}
