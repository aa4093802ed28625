import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CHANGES, CONCERNS } from '#lib/hap/impact/destination.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { knownClusters } from '#lib/queries/cluster-register.ts'
import { computeDraftImpact } from '#lib/queries/impact/draft-impact.ts'
import { buildImpactView } from '#lib/queries/impact/impact-view.ts'
import { clusterPopulation } from '#lib/queries/impact/population.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { ImpactPreview } from '../revisions/publication-dialog.tsx'
import { GroupsPanel } from './groups-panel.tsx'
import { ImpactFlag } from './impact-list.tsx'
import { SourcesPanel, SummaryPanel, UnknownPanel } from './impact-panels.tsx'

/** Evaluates rules on shoots of plan aws without a known platform region. */
function viewOf(texts: readonly string[]) {
  const { context } = landscapeContext('small')
  const plans = [{ origin: 'kim' as const, of: () => ({ plan: 'aws', platformRegion: null }) }]
  const population = clusterPopulation({ ...context, plans }, knownClusters([]), null)
  const { ruleset } = Ruleset.from(texts, { ...context.rules.plans, required: new Set() }, policyOf('documented'))
  const { ruleset: before } = Ruleset.from(
    ['aws'],
    { ...context.rules.plans, required: new Set() },
    policyOf('documented'),
  )
  if (!ruleset || !before) throw new Error('The rules are not valid.')
  const rules = { ...context.rules, ruleset: before }
  return buildImpactView(computeDraftImpact({ ...context, rules }, ruleset, population), population, 'documented')
}

const onShow = () => {}
const textOf = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test.each([
  ['newly-unmatched', /wrong/],
  ['moved', /warn/],
  ['unmatched', /still/],
  ['unchanged', /still/],
] as const)('%s has the colour of its severity', (name, drawn) => {
  expect(renderToStaticMarkup(<ImpactFlag name={name} />)).toMatch(drawn)
})

describe('the panels', () => {
  const view = viewOf(['aws -> S'])
  const all = view.all.clusters

  test('name each impact and open the rows of each number', () => {
    const summary = renderToStaticMarkup(
      <SummaryPanel
        title="Needs review"
        what="cluster"
        kind="concern"
        names={CONCERNS}
        tallies={view.concerns}
        onShow={onShow}
      />,
    )
    expect(view.concerns['becomes-shared'].clusters).toBeGreaterThan(0)
    expect(summary).toContain(
      `aria-label="${view.concerns['becomes-shared'].clusters} clusters: dedicated becomes shared"`,
    )
    expect(textOf(summary)).toContain('loses the EU restriction 0 0')
    const groups = renderToStaticMarkup(<GroupsPanel view={view} what="cluster" checking={false} onShow={onShow} />)
    expect(textOf(groups)).toContain('dedicated becomes shared')
    expect(groups).toMatch(/aria-label="\d+ clusters of aws, aws to aws · shared"/)
  })

  test('state that nothing changes, or that everything was evaluated', () => {
    const same = viewOf(['aws'])
    const groups = renderToStaticMarkup(<GroupsPanel view={same} what="cluster" checking={false} onShow={onShow} />)
    expect(textOf(groups)).toContain('No clusters would move to another pool.')
    const unknown = renderToStaticMarkup(<UnknownPanel unknown={same.unknown} what="cluster" onShow={onShow} />)
    expect(textOf(unknown)).toContain('All clusters were evaluated.')
    const outcome = renderToStaticMarkup(
      <SummaryPanel
        title="Outcome"
        what="cluster"
        kind="change"
        names={CHANGES}
        tallies={same.changes}
        onShow={onShow}
      />,
    )
    expect(textOf(outcome)).toContain('moves to another pool 0 0')
  })

  test.each([true, false])('before a publication state that KEB is estimated: %s', estimated => {
    const impact = { kind: 'known', summary: { counts: [], unknown: 0 }, partial: false, estimated } as const
    const foreseen = renderToStaticMarkup(<ImpactPreview impact={impact} waived={false} onWaive={() => {}} />)
    expect(foreseen.includes(ESTIMATE_MESSAGE)).toBe(estimated)
  })

  test('show the reason for unevaluated clusters and the share of each source', () => {
    const { unknown, shares } = viewOf(['aws -> PR'])
    const panel = renderToStaticMarkup(<UnknownPanel unknown={unknown} what="cluster" onShow={onShow} />)
    expect(textOf(panel)).toContain(`unknown platform region ${all} `)
    const sources = textOf(renderToStaticMarkup(<SourcesPanel shares={shares} clusters={all} onShow={onShow} />))
    expect(sources).toContain(`Runtimes and GardenerClusters of KIM ${all} 100% 0 0%`)
    expect(sources).toContain(`Unknown 0 0% ${all} 100%`)
  })
})
