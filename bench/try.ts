import { ingest } from './src/ingest.ts';
await using f = new AsyncDisposableStack();
console.log(JSON.stringify(await ingest(f, process.argv.slice(2)), null, 1));
