// Entry of every npm script. This file keeps to the syntax of Node 12, and loads the rest only after the check, so that
// a machine with an old Node reads one sentence and not a SyntaxError.
const oldest = 18;

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Brina needs Node ${oldest} or newer to set itself up (the Node it then runs on comes with its packages); this is Node ${process.versions.node}.`,
  );
  process.exitCode = 1;
} else {
  import('./prepare.mjs').then(
    (prepare) => prepare.run(process.argv.slice(2)),
    (error) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
