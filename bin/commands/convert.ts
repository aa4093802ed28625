import { parseFourRules, proveTranslation } from '#lib/hap/rules/four-rules.ts'
import { type Command, EXIT } from '../command.ts'
import { loadRules, printFindings, RULE_OPTIONS, RULE_OPTIONS_HELP, ruleSettings } from './lib/load-rules.ts'
import { parseOptions } from './lib/options.ts'

export const command: Command = {
  help: `
Usage: hap convert [OPTION…] FILE

Translates the four legacy properties (platformRegionRule, clusterRegionRule, sharedRule, euAccessRule under "hap")
to the rule list, and compares both over every plan and region they mention before it prints the list.
Exit code 1: the four rules are not valid, or there are none in the file.
${RULE_OPTIONS_HELP}`,

  async run(args, io) {
    const { values, files } = parseOptions(args, RULE_OPTIONS, { least: 1, most: 1 })
    const settings = await ruleSettings(values, io)
    const loaded = await loadRules(files[0] ?? '-', settings, io)
    const { read, ruleset, name } = loaded
    if ('file' in read && read.file.source.kind === 'list') {
      io.err(`${name} already has a rule list; there is nothing to convert.`)
      return EXIT.wrong
    }
    printFindings(loaded, io)
    const four = 'file' in read && read.file.source.kind === 'four-rules' ? read.file.source.texts : null
    const rules = four && parseFourRules(four, settings.plans).rules
    if (!rules || !ruleset) return EXIT.wrong
    const { compared, differing } = proveTranslation(rules, ruleset, settings.plans)
    const texts = ruleset.rules.map(rule => rule.text)
    if (values.json) io.out(JSON.stringify({ rules: texts, compared, differing }, null, 2))
    else for (const line of ['hap:', '  rule:', ...texts.map(text => `  - ${text}`)]) io.out(line)
    const combinations = `${compared.toLocaleString('en')} combinations of plan and regions`
    if (differing.length === 0) io.err(`Compared over ${combinations}: both give the same results.`)
    else io.err(`Of ${combinations} ${differing.length} differ, the first is ${differing[0]}.`)
    return differing.length === 0 ? EXIT.ok : EXIT.wrong
  },
}
