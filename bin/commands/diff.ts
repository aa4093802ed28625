import {
  compareRulesets,
  IMPACTS,
  type Impact,
  type ImpactRow,
  type RequestedClusters,
} from '#lib/hap/impact/impact.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import { formatRule } from '#lib/hap/rules/format-rule.ts'
import type { Decision } from '#lib/hap/selection/decision.ts'
import { columns } from '#lib/terminal.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { counted } from './lib/counted.ts'
import { fileUsage } from './lib/inventory/file-usage.ts'
import { type InventoryFiles, readInventory } from './lib/inventory/read-inventory.ts'
import { requestedClusters } from './lib/inventory/requested-clusters.ts'
import { loadRules, RULE_OPTIONS, RULE_OPTIONS_HELP, ruleSettings } from './lib/load-rules.ts'
import { parseOptions } from './lib/options.ts'
import { printFindings } from './lib/print-diagnostics.ts'

export const command: Command = {
  help: `
Usage: hap diff [OPTION…] OLD NEW INVENTORY…

Compares two rule files over the clusters of inventories: which of them would go to another pool, the worst first. An
inventory is JSON or YAML with "clusters", each with plan, platformRegion, hyperscalerRegion, globalAccount, and provider
where the plan has several; "bindings" tell which pools have room. Shoots carry neither plan nor platform region and are
counted, not compared. Exit code 0: compared; 1: one of the rule files is not valid.
${RULE_OPTIONS_HELP}`,

  async run(args, io) {
    const { values, files } = parseOptions(args, RULE_OPTIONS, { least: 3, most: 100 })
    const [old = '', changed = '', ...inventories] = files
    const settings = await ruleSettings(values, io)
    const loaded = [await loadRules(old, settings, io), await loadRules(changed, settings, io)]
    for (const one of loaded) if (!one.ruleset) printFindings(one, io)
    const [before, after] = loaded.map(one => one.ruleset)
    if (!before || !after) return EXIT.wrong
    const found = await readInventory(inventories, io)
    const { requests, skipped } = requestedClusters(found.clusters, settings.plans)
    const inventory = { bindings: PoolIndex.of(found.bindings), usage: fileUsage(found) }
    const config = { ...settings, multiAccount: found.multiAccount, at: Date.now() }
    const rows = compareRulesets(requests, { ...config, ruleset: before }, { ...config, ruleset: after }, inventory)
    if (values.json) io.out(JSON.stringify(toJson(rows, skipped, found), null, 2))
    else print(rows, skipped, found, io)
    return EXIT.ok
  },
}

const WORDS: Readonly<Record<Impact, string>> = {
  'newly-unmatched': 'no longer any rule',
  'loses-eu': 'loses the EU restriction',
  'becomes-shared': 'dedicated becomes shared',
  'empty-pool': 'moves to an empty pool',
  'moves-pool': 'moves to another pool',
  'newly-matched': 'has a rule now',
  unmatched: 'no rule, as before',
  unchanged: 'unchanged',
}

function print(rows: readonly ImpactRow[], skipped: readonly string[], found: InventoryFiles, io: Io): void {
  for (const impact of IMPACTS) {
    const group = rows.filter(row => row.impact === impact)
    if (group.length === 0) continue
    const accounts = new Set(group.map(row => row.request.globalAccount)).size
    const title = `${WORDS[impact]}: ${counted(clustersOf(group), 'cluster')}, ${counted(accounts, 'global account')}`
    io.out(io.paint(IMPACTS.indexOf(impact) < 4 ? 'red' : 'bold', title))
    if (impact === 'unchanged') continue
    for (const line of columns(group.map(cells))) io.out(`  ${line}`)
  }
  for (const reason of skipped) io.out(io.paint('yellow', `Not compared: ${reason}`))
  if (found.shoots.length > 0) {
    io.out(io.paint('dim', `Not compared: ${counted(found.shoots.length, 'shoot')}, without plan and platform region.`))
  }
}

function cells({ request, clusters, before, after }: ImpactRow): readonly string[] {
  const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
  return [
    String(clusters),
    [plan, provider, platformRegion || '-', hyperscalerRegion || '-', globalAccount || '-'].join(' '),
    `${before.pool ? poolName(before.pool) : 'none'} -> ${after.pool ? poolName(after.pool) : 'none'}`,
    after.rule ? formatRule(after.rule) : '',
  ]
}

function toJson(rows: readonly ImpactRow[], skipped: readonly string[], found: InventoryFiles): object {
  const route = ({ rule, pool }: Decision) => rule && pool && { rule: rule.text, pool }
  return {
    totals: Object.fromEntries(IMPACTS.map(impact => [impact, clustersOf(rows.filter(row => row.impact === impact))])),
    rows: rows.map(({ request, clusters, impact, before, after }) => {
      return { request, clusters, impact, before: route(before), after: route(after) }
    }),
    notCompared: { clusters: skipped, shoots: found.shoots.length },
  }
}

function clustersOf(rows: readonly RequestedClusters[]): number {
  return rows.reduce((sum, row) => sum + row.clusters, 0)
}
