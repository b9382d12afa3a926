/**
 * Loaded with `--import` into every program that another one of ours starts: ends it when its parent is gone, however
 * the parent ended. The IPC channel closes with the parent, kill -9 included; then the program gets the SIGTERM it
 * would have got from a tidy parent, and ten seconds for it. Without a channel it does nothing.
 */
const grace_ms = 10_000;
// A program that lets go of the channel because it has finished needs no signal; it is gone before this is over.
const ownEnd_ms = 100;

// What the program forks would inherit the option; a channel there is the program's own affair.
const option = process.execArgv.findIndex((argument) => argument.endsWith('/tether.mjs'));
if (option > 0) process.execArgv.splice(option - 1, 2);

if (process.channel) {
  process.on('disconnect', () => {
    setTimeout(() => signalAll('SIGTERM'), ownEnd_ms).unref();
    setTimeout(() => signalAll('SIGKILL'), ownEnd_ms + grace_ms).unref();
  });
  // Listening to the channel must not be what keeps the program alive.
  process.channel.unref();
}

/**
 * Signals this program, and what it started where it leads a process group of its own.
 * @param {NodeJS.Signals} signal
 */
function signalAll(signal) {
  try {
    process.kill(-process.pid, signal);
  } catch {
    process.kill(process.pid, signal);
  }
}
