import { parseArgs } from 'node:util';

export const USAGE = `npm test [-- [--long] [--specs | --journeys] [--shard=N/OF] [PATTERN…]]

  PATTERN        runs the specs and the journeys whose path has it, and nothing else
  --specs        the specs alone
  --journeys     the browser journeys alone
  --shard=N/OF   the N-th of OF parts, for machines that share the work
  --long         at full sizes: more buyers, more crashes, more cases
`;

const isOn = { type: 'boolean', default: false };

/**
 * What `npm test` is asked for.
 *
 * @param {string[]} args
 * @throws Error that names an option that there is not, or that is wrong
 */
export function testOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { long: isOn, specs: isOn, journeys: isOn, shard: { type: 'string' } },
    allowPositionals: true,
  });
  const { long, specs, journeys, shard } = values;
  if (specs && journeys) throw new Error('--specs and --journeys exclude each other: without them both run.');
  for (const pattern of positionals) RegExp(pattern);
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(shard ?? '1/1') ?? [];
  if (!part || Number(part) < 1 || Number(part) > Number(of))
    throw new Error(`--shard=${String(shard)} is not a part of a whole, such as --shard=1/3.`);
  const isWhole = positionals.length === 0 && !specs && !journeys;
  return {
    long,
    patterns: positionals,
    shard,
    specs: !journeys,
    journeys: !specs,
    /** What is no spec and no journey, and cannot be divided. */
    checks: isWhole && part === '1',
    /** The memory at rest belongs to the journeys, whose shop is idle before them. */
    memory: positionals.length === 0 && !specs && part === '1',
  };
}
