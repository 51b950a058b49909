import { parseArgs } from 'node:util';

/**
 * Reads the options of a command. Prints its usage and exits with 0 for `--help`, and with 2 where the
 * arguments are wrong.
 *
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {string} usage
 * @param {Options} options as `parseArgs` takes them
 * @param {(values: any) => void} check throws where values do not fit
 * @returns {any}
 */
export function readOptions(usage, options, check = () => {}) {
  try {
    const { values } = parseArgs({
      options: { ...options, help: { type: 'boolean', default: false } },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    // `--to ''`, as of an unset variable of a shell, means nothing.
    const empty = Object.keys(values).find((name) => values[name] === '');
    if (empty) throw new Error(`--${empty} has no value`);
    check(values);
    return values;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    return process.exit(2);
  }
}
