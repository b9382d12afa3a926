/**
 * Loaded with `--import` into every program that another one of ours starts: ends it when its parent is gone, however
 * the parent ended. The IPC channel closes with the parent, kill -9 included; then the program gets the SIGTERM it
 * would have got from a tidy parent, and ten seconds for it. Without a channel it does nothing.
 */
const grace_ms = 10_000;

if (process.channel) {
  process.on('disconnect', () => {
    const target = leadsGroup() ? -process.pid : process.pid;
    process.kill(target, 'SIGTERM');
    setTimeout(() => process.kill(target, 'SIGKILL'), grace_ms).unref();
  });
  // Listening to the channel must not be what keeps the program alive.
  process.channel.unref();
}

/** Whether programs that this one started share its process group and should end with it. */
function leadsGroup() {
  try {
    return process.kill(-process.pid, 0);
  } catch {
    return false;
  }
}
