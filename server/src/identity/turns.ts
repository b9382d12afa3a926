/** A gate that lets a few pieces of work through at once; the others wait in order. */
type Turns = {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How many wait. */
  waiting(): number;
};

/** Makes a gate for at most `parallel` pieces of work at once. */
export function turns(parallel: number): Turns {
  let free = parallel;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((admit) => queue.push(admit));
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else free += 1;
      }
    },
    waiting: () => queue.length,
  };
}
