/** The line of a reporter with the seconds of a test file: `  12.3 s  lib/hap/plans/plan.test.ts`. */
export function formatFileSeconds(seconds: number, file: string): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${file}`
}

const LINE = /^ +(\d+\.\d) s {2}(\S+)$/gm

/** The `count` slowest files in the outputs of steps, slowest first, as lines. */
export function slowestFiles(results: readonly { readonly name: string; readonly output: string }[], count: number) {
  return results
    .flatMap(({ name, output }) =>
      [...output.matchAll(LINE)].map(([, seconds, file]) => ({ seconds: Number(seconds), file: `${file} (${name})` })),
    )
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ seconds, file }) => formatFileSeconds(seconds, file))
}
