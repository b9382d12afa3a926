/** Test files that share no process with others, each with the reason. */
const rows: readonly (readonly [file: string, reason: string])[] = [];

const files = new Set(rows.map(([file]) => file));

/** Whether a test file needs a process to itself. */
export const needsOwnProcess = (file: string): boolean => files.has(file);
