/** Reporter of vitest: tells who started it when the first file runs, for by then the dependency cache is written. */
export default class VitestProgress {
  onTestModuleStart(): void {
    process.send?.('running');
  }
}
