/** Something went wrong that one sentence explains to the person at the keyboard; no stack is shown for it. */
export class Fault extends Error {}

/**
 * Runs a program's main function and sets the exit code it returns. A fault is printed as its sentence and ends with 1;
 * any other error keeps its stack.
 */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
