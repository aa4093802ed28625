import { type CaseResult, runCases } from '#lib/hap/cases/run-cases.ts'
import { readCasesFile } from '#lib/rules-file/cases-file.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { EXIT, type Io } from '../../../command.ts'
import { loadRules, printFindings, refused, ruleSettings } from '../load-rules.ts'
import { semanticsOf } from '../options.ts'

type Options = Parameters<typeof ruleSettings>[0] & { readonly rules: string; readonly json: boolean }

type PlacedResult = CaseResult & { readonly file: string; readonly line: number }

/**
 * Runs files of pinned cases under a rules file, prints failures, returns the exit code. Throws
 * UsageError for an invalid file.
 */
export async function runPinnedCases(files: readonly string[], options: Options, io: Io): Promise<number> {
  const settings = await ruleSettings(options, io)
  const loaded = await loadRules(options.rules, settings, io)
  const { ruleset } = loaded
  if (!ruleset) {
    printFindings(loaded, io)
    io.err(`${loaded.name}: the rules are not valid, so no case was run.`)
    return EXIT.wrong
  }
  const results: PlacedResult[] = []
  for (const file of files) {
    const read = readCasesFile(await io.read(file, MAX_FILE_BYTES))
    if ('problems' in read) throw refused(file, read.problems)
    const ran = runCases(read.cases, { ...settings, ruleset })
    results.push(...ran.map((result, index) => ({ file, line: read.places[index]?.line ?? 1, ...result })))
  }
  const failed = results.filter(({ passed }) => !passed)
  const summary = { passed: results.length - failed.length, failed: failed.length }
  if (options.json) {
    io.out(
      JSON.stringify(
        { semantics: semanticsOf(options.semantics), rules: loaded.name, ...summary, cases: results },
        null,
        2,
      ),
    )
  } else {
    for (const result of failed) print(result, io)
    io.out(`${summary.passed} passed, ${summary.failed} failed`)
  }
  return failed.length === 0 ? EXIT.ok : EXIT.wrong
}

function print({ file, line, name, expected, actual }: PlacedResult, io: Io): void {
  io.out(`${file}:${line}: ${io.paint('bold', name)}: ${io.paint('red', 'failed')}`)
  io.out(`  expected ${expected}`)
  io.out(`  actual   ${actual}`)
}
