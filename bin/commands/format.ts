import { formatRule } from '#lib/hap/rules/rule.ts'
import { parseRules } from '#lib/hap/rules/validate-rules.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { listFindings } from '#lib/rules-file/check-rules-file.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import { readRulesFile } from '#lib/rules-file/read-rules-file.ts'
import { formatRules } from '#lib/rules-file/rewrite-rules.ts'
import { type Command, EXIT, UsageError } from '../command.ts'
import { printFindings } from './lib/load-rules.ts'
import { parseOptions } from './lib/options.ts'

const OPTIONS = {
  check: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

export const command: Command = {
  help: `
Usage: hap format [OPTION…] FILE

Prints the file with every rule in the canonical form, "plan(PR=a, HR=b) -> PR, HR, EU, S". Everything else, including
comments, is unchanged. Rules that cannot be read are reported; then nothing is printed or written, and the exit code is 1.

  --check                     print nothing; exit code 1 if a rule is not in canonical form
  --write                     write the file instead of printing it
  --json                      for machines`,

  async run(args, io) {
    const { values, files } = parseOptions(args, OPTIONS, { least: 1, most: 1 })
    const [file = '-'] = files
    if (values.write && file === '-') throw new UsageError('--write needs a file, not the standard input.')
    const read = readRulesFile(await io.read(file, MAX_FILE_BYTES))
    const source = 'file' in read ? read.file.source : null
    if (source?.kind === 'four-rules') throw new UsageError(`${file} has the four legacy rules; see hap convert.`)
    const parsed = parseRules(source?.texts ?? [], policyOf('documented'))
    const diagnostics = parsed.flatMap(one => one.diagnostics)
    if ('problems' in read || read.file.unreadable.length > 0 || diagnostics.length > 0) {
      const loaded = { name: file, read, ruleset: null, findings: listFindings(read, diagnostics) }
      printFindings(loaded, io)
      return EXIT.wrong
    }
    const rules = parsed.flatMap(({ rule }) => (rule ? [formatRule(rule)] : []))
    const { text } = read.file
    const formatted = formatRules(text, read.file.source, policyOf('documented'))
    const changed = formatted !== text
    if (values.write && changed) await io.write(file, formatted)
    if (values.json) io.out(JSON.stringify({ changed, rules }, null, 2))
    else if (!values.check && !values.write) io.out(formatted.replace(/\n$/, ''))
    return values.check && changed ? EXIT.wrong : EXIT.ok
  },
}
