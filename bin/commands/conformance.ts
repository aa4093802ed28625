import { isRecord } from '#lib/hap/document.ts'
import { describeDifference } from '#lib/hap/selection/compare-semantics.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { judgeCase, type Verdict } from './lib/conformance/judge-case.ts'
import { runPinnedCases } from './lib/conformance/run-pinned-cases.ts'
import { RULE_OPTIONS, RULE_OPTIONS_HELP, readLargeDocument } from './lib/load-rules.ts'
import { parseOptions, semanticsOf } from './lib/options.ts'

export const command: Command = {
  help: `
Usage: hap conformance [OPTION…] FILE…
       hap conformance --rules RULES [OPTION…] FILE…

With --rules: runs pinned cases, which the Rules page exports, against the rules of a file. For each failed case it prints the
position, the expected result and the actual one.

Without: runs conformance cases: JSON or YAML lists of cases of the kinds parse, validate, match, select, release, cleanup, limit, allowlist
and metrics, each with the outcome of KEB. With documented semantics, a case may differ only by the intended differences D1 to D17.
The command prints the differences that explain a case, with their meaning. An unknown kind or key fails.
Exit code 0: all passed; 1: at least one failed.

  --rules RULES               values.yaml, hapRule.yaml, a list or the four properties${RULE_OPTIONS_HELP}

--plans and --required are for --rules.`,

  async run(args, io) {
    const options = { ...RULE_OPTIONS, rules: { type: 'string' } } as const
    const { values, files } = parseOptions(args, options, { least: 1, most: 1_000 })
    const { rules } = values
    if (rules !== undefined) return runPinnedCases(files, { ...values, rules }, io)
    if (values.plans !== undefined || values.required !== undefined) {
      throw new UsageError('--plans and --required are for pinned cases. Specify their rules with --rules.')
    }
    const semantics = semanticsOf(values.semantics)
    const verdicts: (Verdict & { readonly file: string })[] = []
    for (const file of files) {
      const cases = await readCases(file, io)
      verdicts.push(...cases.map((value, place) => ({ file, ...judgeCase(value, place, semantics) })))
    }
    const failed = verdicts.filter(verdict => !verdict.passed).length
    const summary = { passed: verdicts.length - failed, failed }
    if (values.json) {
      io.out(JSON.stringify({ semantics, ...summary, cases: verdicts }, null, 2))
    } else {
      for (const verdict of verdicts) print(verdict, io)
      io.out(`${summary.passed} passed, ${summary.failed} failed`)
    }
    return failed === 0 ? EXIT.ok : EXIT.wrong
  },
}

async function readCases(file: string, io: Io): Promise<readonly unknown[]> {
  const cases = await readLargeDocument(file, io)
  if (isRecord(cases) && Object.hasOwn(cases, 'cases')) {
    throw new UsageError(`${file} has pinned cases. Specify their rules with --rules.`)
  }
  if (!Array.isArray(cases)) throw new UsageError(`${file} is not a list of cases.`)
  return cases
}

function print(
  { file, id, kind, passed, mismatches, differences, problems }: Verdict & { readonly file: string },
  io: Io,
): void {
  if (passed && differences.length === 0) return
  const verdict = passed
    ? io.paint('yellow', `differs as intended, ${differences.join(' ')}`)
    : io.paint('red', 'failed')
  io.out(`${file}: ${io.paint('bold', id)} (${kind}): ${verdict}`)
  for (const problem of problems) io.out(`  ${problem}`)
  for (const { path, expected, actual } of mismatches) {
    io.out(`  ${path}`)
    io.out(`    expected ${shown(expected)}`)
    io.out(`    actual   ${shown(actual)}`)
  }
  for (const difference of differences.map(describeDifference)) {
    io.out(`  ${difference.id} ${difference.title}: ${difference.documented}; KEB: ${difference.keb}`)
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}
