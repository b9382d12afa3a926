/** A file that can be read in pieces. */
export type Source = { size: number; read(from: number, to: number): Promise<Uint8Array> };
export type Finding = { code: string } & Readonly<Record<string, string | number>>;
export type Verified = { exit: 0 | 1 | 2 | 3; findings: Finding[]; facts: Readonly<Record<string, unknown>>[] };
export function verify(
  source: Source,
  options?: { keys?: string; checkpoints?: string; onContent?: (entry: object, content: unknown) => void },
): Promise<Verified>;
