import { MULTI_ACCOUNT_OFF } from '#lib/hap/lifecycle/multi-account.ts'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import { claimSelector, formatSelector, sharedSelector, tenantSelector } from '#lib/hap/pools/selector.ts'
import type { Request } from '#lib/hap/request.ts'
import { refusalOf, targetPool } from '#lib/hap/selection/resolve-target.ts'
import { formatColumns } from '#lib/util/terminal.ts'
import { type Command, EXIT } from '../command.ts'
import { loadRules, printFindings, RULE_OPTIONS, RULE_OPTIONS_HELP, ruleSettings } from './lib/load-rules.ts'
import { parseOptions, REQUEST_OPTIONS, REQUEST_OPTIONS_HELP, requestOf } from './lib/options.ts'

export const command: Command = {
  help: `
Usage: hap match --plan NAME [OPTION…] FILE

Prints the rule that matches a request, the labels it results in and the label selectors in the order of their use.
Exit code 0: a rule matches; 1: no rule matches, the request is refused, or the rules are not valid. "hap explain" shows why.
${REQUEST_OPTIONS_HELP}
${RULE_OPTIONS_HELP}`,

  async run(args, io) {
    const { values, files } = parseOptions(args, { ...RULE_OPTIONS, ...REQUEST_OPTIONS }, { least: 1, most: 1 })
    const settings = await ruleSettings(values, io)
    const request = requestOf(values, settings.plans)
    const loaded = await loadRules(files[0] ?? '-', settings, io)
    const { ruleset } = loaded
    if (!ruleset) {
      printFindings(loaded, io)
      return EXIT.wrong
    }
    const rule = ruleset.match(request)
    const pool = rule && targetPool(rule, request)
    // Without a global account the selectors have a placeholder, which is no reason to refuse.
    const asked = { ...request, globalAccount: request.globalAccount || 'any' }
    const config = { ruleset, ...settings, multiAccount: MULTI_ACCOUNT_OFF, at: 0 }
    const refused = rule && pool && refusalOf(asked, rule, pool, config)
    const tried = pool && !refused ? selectors(pool, request) : []
    if (values.json) {
      const matched = rule && { number: rule.index + 1, text: rule.text }
      const found = { rule: matched, labels: pool, selectors: pool && tried, refused: refused?.message }
      io.out(JSON.stringify(found, null, 2))
    } else if (rule && pool) {
      const rows = refused
        ? [[io.paint('dim', 'refused'), refused.message]]
        : tried.map(({ purpose, text }) => [io.paint('dim', purpose), text])
      const facts = [
        [io.paint('dim', 'rule'), `${rule.index + 1}  ${io.paint('bold', rule.text.trim())}`],
        [
          io.paint('dim', 'pool'),
          `${poolName(pool)}${isLegalLabelValue(pool.hyperscalerType) ? '' : '  (not a valid label value)'}`,
        ],
      ]
      for (const line of formatColumns([...facts, ...rows])) io.out(line)
    } else {
      io.out(`No rule matches plan ${request.plan}.`)
    }
    return rule && !refused ? EXIT.ok : EXIT.wrong
  },
}

function selectors(pool: Pool, request: Request): readonly { readonly purpose: string; readonly text: string }[] {
  if (pool.shared) return [{ purpose: 'shared', text: formatSelector(sharedSelector(pool)) }]
  return [
    { purpose: 'reuse', text: formatSelector(tenantSelector(pool, request.globalAccount || '<GLOBAL_ACCOUNT>')) },
    { purpose: 'claim', text: formatSelector(claimSelector(pool)) },
  ]
}
