/** Runs stages side by side and prints them one after another, as if each had run alone. */

const seconds = (from) => ((Date.now() - from) / 1000).toFixed(0);

/** Outputs in the order in which they were opened: the first that is still open prints as it comes, the others wait. */
export class OrderedOutput {
  waiting = [];

  constructor(write = (text) => process.stdout.write(text)) {
    this.write = write;
  }

  /** @returns {{ print: (text: string) => void, close: () => void }} */
  open() {
    const output = { text: '', closed: false };
    this.waiting.push(output);
    const turn = () => {
      while (this.waiting.length > 0) {
        const [first] = this.waiting;
        if (first.text) this.write(first.text);
        first.text = '';
        if (!first.closed) return;
        this.waiting.shift();
      }
    };
    return {
      print: (text) => {
        output.text += text;
        turn();
      },
      close: () => {
        output.closed = true;
        turn();
      },
    };
  }
}

/**
 * @typedef {{ passed: number, failed: number }} Counts
 * @param {{ title: string, work: (print: (text: string) => void) => Promise<Counts> }[]} stages what throws is one failure
 * @returns {Promise<Counts>} of all
 */
export async function runStages(stages, outputs = new OrderedOutput()) {
  const results = await Promise.all(
    stages.map(async ({ title, work }) => {
      const { print, close } = outputs.open();
      const from = Date.now();
      print(`\n── ${title}\n`);
      const counts = await work(print).catch((error) => {
        print(`${error instanceof Error ? error.message : error}\n`);
        return { passed: 0, failed: 1 };
      });
      print(`   ${title}: ${counts.passed} passed, ${counts.failed} failed, ${seconds(from)} s\n`);
      close();
      return counts;
    }),
  );
  const sum = (key) => results.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}
