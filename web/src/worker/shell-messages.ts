/** What a page tells the service worker: its build, and the files it was made of. */
export type ShellFiles = { build: string; files: readonly string[] };

/** What the service worker answers: the build that it came with. */
export type ShellAnswer = { build: string };
