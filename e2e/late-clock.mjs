/**
 * Loaded with `--import` into a portal whose time a journey lets pass: its wall clock goes on by `by_ms` with each message
 * `{ type: 'later', by_ms }` of its parent, which is told what o'clock it is then.
 */
const machine = Date.now;
let ahead_ms = 0;
Date.now = () => machine() + ahead_ms;
process.on('message', (told) => {
  if (told?.type !== 'later') return;
  ahead_ms += told.by_ms;
  process.send?.({ type: 'isLater', now_ms: Date.now() });
});
// Listening to the channel must not be what keeps the program alive.
process.channel?.unref();
