import type { Finding } from '#lib/rules-file/check-rules-file.ts'
import type { Paint } from '#lib/util/terminal.ts'
import { type Command, EXIT } from '../command.ts'
import { counted } from './lib/counted.ts'
import { loadRules, printFindings, RULE_OPTIONS, RULE_OPTIONS_HELP, ruleSettings, tally } from './lib/load-rules.ts'
import { parseOptions } from './lib/options.ts'

export const command: Command = {
  help: `
Usage: hap check [OPTION…] FILE…

Checks rule files: values.yaml (hap.rule), KEB's hapRule.yaml (rule), a plain list, or the four legacy
properties, in YAML or JSON; "-" reads the standard input. Prints all problems.
Exit code 0: all are valid; 1: at least one is not.
${RULE_OPTIONS_HELP}`,

  async run(args, io) {
    const { values, files } = parseOptions(args, RULE_OPTIONS, { least: 1, most: 100 })
    const settings = await ruleSettings(values, io)
    const reports: Report[] = []
    for (const file of files) {
      const loaded = await loadRules(file, settings, io)
      const report = {
        file: loaded.name,
        valid: loaded.ruleset !== null,
        rules: loaded.ruleset?.rules.length ?? null,
        diagnostics: loaded.findings,
      }
      reports.push(report)
      if (values.json) continue
      printFindings(loaded, io)
      io.out(summary(report, io.paint))
    }
    if (values.json) io.out(JSON.stringify(reports, null, 2))
    return reports.every(report => report.valid) ? EXIT.ok : EXIT.wrong
  },
}

interface Report {
  readonly file: string
  readonly valid: boolean
  readonly rules: number | null
  readonly diagnostics: readonly Finding[]
}

function summary({ file, valid, rules, diagnostics }: Report, paint: Paint): string {
  const verdict = valid ? paint('green', 'ok') : paint('red', 'refused')
  const counts = [...(rules === null ? [] : [counted(rules, 'rule')]), tally(diagnostics)].filter(text => text !== '')
  return `${file}: ${[verdict, ...counts].join(', ')}`
}
