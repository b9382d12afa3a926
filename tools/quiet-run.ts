import { type Child, type Ending, endChild, startNode, startProgram } from './children.ts';

/** What a finished program wrote, both streams as they came, and how it ended. */
export type Run = { output: string; ending: Ending };

export type RunOptions = {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  stop?: AbortSignal;
  limit_ms?: number;
  /** Gets the process as soon as it is started. */
  started?: (child: Child) => void;
};

/** Runs a program of the packages or of ours under this Node to its end and keeps what it writes. */
export const runNode = (args: readonly string[], options: RunOptions): Promise<Run> =>
  collect(startNode(args[0] ?? '', args, { ...options, output: 'pipe' }), options);

/** Runs any other program to its end and keeps what it writes. */
export const runProgram = (program: string, args: readonly string[], options: RunOptions): Promise<Run> =>
  collect(startProgram(program, program, args, { ...options, output: 'pipe' }), options);

async function collect(child: Child, options: RunOptions): Promise<Run> {
  options.started?.(child);
  const chunks: Buffer[] = [];
  child.process.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.process.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = () => void endChild(child, 10_000);
  if (options.stop?.aborted) end();
  options.stop?.addEventListener('abort', end);
  const limit = options.limit_ms === undefined ? undefined : setTimeout(end, options.limit_ms);
  const ending = await child.ended;
  clearTimeout(limit);
  options.stop?.removeEventListener('abort', end);
  return { output: Buffer.concat(chunks).toString().trimEnd(), ending };
}

/** The last lines of an output. */
export const tail = (output: string, lines: number): string => output.split('\n').slice(-lines).join('\n');
