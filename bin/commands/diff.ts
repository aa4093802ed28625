import { type PopulationEntry, tallyOf } from '#lib/hap/impact/affected.ts'
import { type Destination, WORST_FIRST } from '#lib/hap/impact/destination.ts'
import { type ImpactGroup, requestsOf, worstOf } from '#lib/hap/impact/group.ts'
import {
  formatRoom,
  IMPACT_LABELS,
  type Impact,
  impactOf,
  MISSING_LABELS,
  needsAreEstimated,
} from '#lib/hap/impact/impact.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { countClaimable } from '#lib/hap/selection/account-shares.ts'
import { documentedUsability } from '#lib/hap/selection/usability.ts'
import { formatColumns } from '#lib/util/terminal.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { counted } from './lib/counted.ts'
import { fileUsage } from './lib/file-usage.ts'
import { loadRules, printFindings, RULE_OPTIONS, RULE_OPTIONS_HELP, ruleSettings } from './lib/load-rules.ts'
import { parseOptions, semanticsOf } from './lib/options.ts'
import { printEstimate } from './lib/print-decision.ts'
import { type InventoryFiles, readInventory, requestedClusters } from './lib/read-inventory.ts'

export const command: Command = {
  help: `
Usage: hap diff [OPTION…] OLD NEW INVENTORY…

Compares two rule files for the clusters of inventories, and prints the clusters that would use another pool, most severe first.
An inventory is JSON or YAML with "clusters", each with plan, platformRegion, hyperscalerRegion, globalAccount, and provider
if the plan has several; "bindings" show which pools have room. Shoots have neither plan nor platform region and are
counted, not compared. Without "instances", the count of KEB is estimated from shoots; the output says so. Exit code 0: compared;
1: one of the rule files is not valid.
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
    const bindings = PoolIndex.of(found.bindings)
    const config = { ...settings, multiAccount: found.multiAccount, at: Date.now() }
    const usage = fileUsage(found)
    const impact = impactOf(requestedClusters(found.clusters), {
      before: { ...config, ruleset: before },
      after: { ...config, ruleset: after },
      inventory: { bindings, usage },
      free: pool =>
        countClaimable(pool, { ...documentedUsability(config.plans, usage), bindings, usage, at: config.at }),
    })
    const estimated = usage.estimated && needsAreEstimated(impact, semanticsOf(values.semantics))
    if (values.json) io.out(JSON.stringify({ ...toJson(impact, found), estimated }, null, 2))
    else {
      print(impact, found, io)
      if (estimated) printEstimate(io)
    }
    return EXIT.ok
  },
}

/** Impacts printed in red. */
const RED = ['newly-unmatched', 'newly-refused', 'loses-eu', 'becomes-shared', 'empty-pool', 'short-pool']

function print({ groups, unknown }: Impact<PopulationEntry>, found: InventoryFiles, io: Io): void {
  for (const worst of WORST_FIRST) {
    const alike = groups.filter(group => worstOf(group) === worst)
    if (alike.length === 0) continue
    const { clusters, globalAccounts } = tallyOf(alike.flatMap(({ members }) => members))
    const title = `${IMPACT_LABELS[worst]}: ${counted(clusters, 'cluster')}, ${counted(globalAccounts, 'global account')}`
    io.out(io.paint(RED.includes(worst) ? 'red' : 'bold', title))
    if (worst === 'unchanged') continue
    for (const line of formatColumns(alike.flatMap(lines))) io.out(`  ${line}`)
  }
  for (const { one, missing } of unknown) {
    const of = one.asked.plan === null ? '' : ` of plan ${one.asked.plan}`
    io.out(io.paint('yellow', `Not compared: ${counted(one.clusters, 'cluster')}${of}, ${MISSING_LABELS[missing]}.`))
  }
  if (found.shoots.length > 0) {
    io.out(io.paint('dim', `Not compared: ${counted(found.shoots.length, 'shoot')}, without plan and platform region.`))
  }
}

function lines(group: ImpactGroup<PopulationEntry>): readonly (readonly string[])[] {
  const { before, after, room } = group
  const short = room && room.room !== 'enough' ? formatRoom(room) : null
  return requestsOf(group).map(([one, request]) => {
    const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
    return [
      String(one.clusters),
      [plan, provider, platformRegion || '-', hyperscalerRegion || '-', globalAccount || '-'].join(' '),
      `${before.pool ? poolName(before.pool) : 'none'} -> ${after.pool ? poolName(after.pool) : 'none'}`,
      [after.rule && formatRule(after.rule), short].filter(Boolean).join('  '),
    ]
  })
}

function toJson({ groups, unknown }: Impact<PopulationEntry>, found: InventoryFiles): object {
  const way = ({ rule, pool }: Destination) => rule && pool && { rule: rule.text, pool }
  const worst = groups.map(group => [worstOf(group), group.clusters] as const)
  return {
    totals: Object.fromEntries(
      WORST_FIRST.map(name => [name, worst.reduce((sum, [each, clusters]) => sum + (each === name ? clusters : 0), 0)]),
    ),
    rows: groups.flatMap(group => {
      const needing = new Set(group.needing)
      return requestsOf(group).map(([one, request]) => ({
        request,
        clusters: one.clusters,
        impact: worstOf(group),
        concerns: group.concerns,
        before: way(group.before),
        after: way(group.after),
        room: group.room && { needs: group.room.needs, free: group.room.free },
        needsAccount: needing.has(one),
      }))
    }),
    notCompared: {
      clusters: unknown.map(({ one, missing }) => ({ ...one, missing })),
      shoots: found.shoots.length,
    },
  }
}
