import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { CHANGES, CONCERNS } from '#lib/hap/impact/destination.ts'
import { IMPACT_LABELS } from '#lib/hap/impact/impact.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { knownClusters } from '#lib/queries/cluster-register.ts'
import { computeDraftImpact } from '#lib/queries/impact/draft-impact.ts'
import { groupByGlobalAccount, listImpactRows } from '#lib/queries/impact/impact-rows.ts'
import { buildImpactView } from '#lib/queries/impact/impact-view.ts'
import { clusterPopulation } from '#lib/queries/impact/population.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { formatPlural } from '#lib/util/format.ts'
import { buildCheckedDraft, checkDraft } from '../evaluation/checked-draft.ts'
import { DraftContext } from '../use-draft.tsx'
import { ImpactSentence, ImpactTab } from './impact-tab.tsx'
import { AccountsDialog, RowsDialog } from './rows-dialog.tsx'

const DRAFT = '- aws -> S\n'
const { context } = landscapeContext('small')
const plansInForce = {
  plans: [...context.rules.plans.byName.values()],
  requiredPlans: [],
  semantics: 'documented',
} as const

/** Gives every shoot the plan aws and one platform region. */
const plans = [{ origin: 'kim' as const, of: () => ({ plan: 'aws', platformRegion: 'cf-us10' }) }]
const population = clusterPopulation({ ...context, plans }, knownClusters([]), null)
const table = { ...context.rules.plans, required: new Set<string>() }
const { ruleset } = Ruleset.from(['aws -> S'], table, policyOf('documented'))
if (!ruleset) throw new Error('The rules are not valid.')
const impact = computeDraftImpact(context, ruleset, population)

type Draft = NonNullable<React.ContextType<typeof DraftContext>>

function draftOf(text: string): Draft {
  const draft: Partial<Draft> = {
    text,
    changed: true,
    person: { name: 'vera', role: 'viewer' },
    checked: buildCheckedDraft('draft', text, checkDraft(text, plansInForce)),
  }
  return draft as Draft
}

let queries = new QueryClient()

beforeEach(() => {
  queries = new QueryClient()
})

const QUESTION = { text: DRAFT, population: 'clusters', person: 'vera', imported: null } as const

function render(content: React.ReactNode, text = DRAFT): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <DraftContext value={draftOf(text)}>{content}</DraftContext>
    </QueryClientProvider>,
  )
}

describe('the tab', () => {
  test('shows the figures of the draft', () => {
    const data = {
      kind: 'impact',
      question: QUESTION,
      view: buildImpactView(impact, population, 'documented'),
      partial: true,
    }
    queries.setQueryData(['rules-impact', JSON.stringify(QUESTION)], data)
    const markup = render(<ImpactTab />)
    for (const name of ['Outcome', 'Needs review', 'Changes', 'Not evaluated', 'Sources of plans and platform regions'])
      expect(markup).toContain(`>${name}</h2>`)
    expect(markup).toContain('dedicated becomes shared')
    expect(markup).toContain('Import plans')
    expect(markup).toContain('Clusters known only to the database are not counted')
  })

  test('has a button with matching rows for each number of clusters and global accounts', () => {
    const view = buildImpactView(impact, population, 'documented')
    queries.setQueryData(['rules-impact', JSON.stringify(QUESTION)], {
      kind: 'impact',
      question: QUESTION,
      view,
      partial: false,
    })
    const markup = render(<ImpactTab />)
    const figures = [
      ...CHANGES.map(name => ({ name, choice: `change:${name}`, ...view.changes[name] })),
      ...CONCERNS.map(name => ({ name, choice: `concern:${name}`, ...view.concerns[name] })),
    ]
    expect(figures.filter(({ clusters }) => clusters > 0).length).toBeGreaterThan(1)
    for (const { name, choice, clusters, globalAccounts } of figures) {
      const rows = listImpactRows(impact, choice)
      expect(
        rows.reduce((sum, row) => sum + row.clusters, 0),
        choice,
      ).toBe(clusters)
      expect(new Set(rows.flatMap(({ asked }) => asked.globalAccount ?? [])).size, choice).toBe(globalAccounts)
      const words = IMPACT_LABELS[name]
      expect(markup.includes(`aria-label="${formatPlural(clusters, 'cluster')}: ${words}"`), words).toBe(clusters > 0)
      const accounts = `aria-label="${formatPlural(globalAccounts, 'global account')} with clusters: ${words}"`
      expect(markup.includes(accounts), words).toBe(globalAccounts > 0)
    }
  })

  test.each([true, false])('states that KEB is estimated: %s', estimated => {
    const view = { ...buildImpactView(impact, population, 'documented'), estimated }
    queries.setQueryData(['rules-impact', JSON.stringify(QUESTION)], { question: QUESTION, view, partial: false })
    expect(render(<ImpactTab />).includes(ESTIMATE_MESSAGE)).toBe(estimated)
  })

  test('shows a skeleton before the first figures', () => {
    expect(render(<ImpactTab />)).toContain('aria-busy="true"')
  })

  test('sends no request for a draft with errors', () => {
    expect(render(<ImpactTab />, '- aws(\n')).toContain('The draft has errors')
  })
})

/** Caches the items that a dialog has loaded. */
function keep(what: string, account: string | null, items: readonly unknown[], hits: number): void {
  queries.setQueryData(['rules-impact-rows', QUESTION, what, 'concern:becomes-shared', account], {
    pages: [{ items, hits }],
    pageParams: [0],
  })
}

const SHOWN = { choice: 'concern:becomes-shared', title: 'Some of them' }

test('lists cluster, global account, old and new pool of each row, with the total', () => {
  const rows = listImpactRows(impact, SHOWN.choice)
  keep('row', null, rows.slice(0, 2), rows.length)
  const markup = render(<RowsDialog question={QUESTION} shown={SHOWN} onClose={() => {}} />)
  const [first] = rows
  expect(markup).toContain(`href="/shoots?q=name:${first?.cluster}"`)
  expect(markup).toContain('>aws</td>')
  expect(markup).toContain('>aws · shared</td>')
  expect(markup).toContain(`2 of ${rows.length} rows`)
  expect(markup).toContain('Show more')
  expect(markup).toContain('data-width="widest"')
})

test('lists the counted global accounts, each with a number that opens its clusters', () => {
  const accounts = groupByGlobalAccount(listImpactRows(impact, SHOWN.choice))
  expect(accounts).toHaveLength(impact.concerns['becomes-shared'].globalAccounts)
  keep('global account', null, accounts, accounts.length)
  const markup = render(
    <AccountsDialog question={QUESTION} shown={SHOWN} what="cluster" onShow={() => {}} onClose={() => {}} />,
  )
  for (const { id, clusters } of accounts)
    expect(markup).toContain(`aria-label="${formatPlural(clusters, 'cluster')} of ${id}"`)
  expect(markup).toContain(`${accounts.length} of ${accounts.length} global accounts`)
  expect(markup).toContain('>aws · shared</td>')
})

const tally = (clusters: number) => ({ clusters, globalAccounts: clusters })

const view = (moved: number, unmatched: number, stays: number, open: number) => ({
  all: tally(moved + unmatched + stays + open),
  changes: {
    'newly-unmatched': tally(unmatched),
    'newly-refused': tally(0),
    moved: tally(moved),
    'newly-matched': tally(0),
    unmatched: tally(1),
    unchanged: tally(stays - 1),
  },
  unknown: open === 0 ? [] : [{ missing: 'plan' as const, ...tally(open) }],
})

test.each([
  ['cluster', true, view(3, 1, 1_000, 0), 'The draft changes the pool of 4 clusters of 1,004.', 2],
  ['request', true, view(1, 0, 1, 0), 'The draft changes the pool of 1 request of 2.', 2],
  [
    'cluster',
    true,
    view(0, 0, 2, 1),
    'The draft changes the pool of 0 clusters of 3. 1 cluster cannot be evaluated.',
    2,
  ],
  ['cluster', false, view(0, 0, 2, 7), 'The draft equals the rules in force. 7 clusters cannot be evaluated.', 1],
])('%s, changed %j', (what, changed, figures, words, buttons) => {
  const markup = renderToStaticMarkup(<ImpactSentence view={figures} what={what} changed={changed} onShow={() => {}} />)
  expect(markup.replaceAll(/<[^>]+>/g, '')).toBe(
    `${words} Existing clusters do not move. This shows where the same request would go now.`,
  )
  // A count of zero is no button.
  expect(markup.match(/<button/g)).toHaveLength(buttons)
})
