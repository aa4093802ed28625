import type { Locator, Page } from '@playwright/test'
import type { Request } from '#lib/hap/request.ts'
import { paths } from '#lib/paths.ts'
import { FULL, LARGE, LEAVING } from '../support/demo-landscape.ts'
import { type Explain, type Explained, explainer } from '../support/explain.ts'
import { answer, headline, outcome } from '../support/simulator-page.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

function request(plan: string, parts: Partial<Request> = {}): Request {
  return { plan, provider: plan, platformRegion: '', hyperscalerRegion: '', globalAccount: 'e2e-new', ...parts }
}

const REQUESTS: readonly (readonly [what: string, request: Request, answer: RegExp])[] = [
  ['reuse', request('azure', { globalAccount: LARGE }), /^Would (reuse|claim) /],
  [
    'multi-account, one over its limit',
    request('aws', { globalAccount: LARGE }),
    /^Would reuse sap-aws-skr-cust-00004$/,
  ],
  ['multi-account, one full', request('aws', { globalAccount: FULL }), /^Would reuse sap-aws-skr-cust-00002$/],
  ['claim', request('gcp', { platformRegion: 'cf-sa30' }), /^Would claim sap-gcp-skr-sa30-/],
  [
    'claim with EU access',
    request('aws', { platformRegion: 'cf-eu11', globalAccount: FULL }),
    /^Would claim sap-aws-skr-eu-/,
  ],
  ['claim past a terminating one', request('aws', { globalAccount: LEAVING }), /^Would claim sap-aws-skr-cust-/],
  ['shared', request('trial', { provider: 'aws' }), /^Would share sap-aws-skr-trial-/],
  [
    'shared by region',
    request('sap-converged-cloud', { provider: 'openstack', hyperscalerRegion: 'eu-de-2' }),
    /^Would share /,
  ],
  ['would wait', request('trial', { provider: 'gcp' }), /^Would wait: pool gcp · shared has no usable binding\.$/],
  ['no rule', request('gdch'), /^No rule names plan gdch\.$/],
  [
    'no pool for a region',
    request('sap-converged-cloud', { provider: 'openstack', hyperscalerRegion: 'x' }),
    /^Would wait: /,
  ],
  ['unknown plan', request('awz', { provider: 'aws' }), /^Unknown plan "awz"\.$/],
  ['plan and provider', request('aws', { provider: 'gcp' }), /^Plan aws runs on aws, not on "gcp"\.$/],
  [
    'region missing',
    request('sap-converged-cloud', { provider: 'openstack' }),
    /adds the hyperscaler region to the label/,
  ],
  [
    'illegal account',
    request('aws', { globalAccount: 'x,shared=true' }),
    /^Global account "x,shared=true" is not a legal/,
  ],
  [
    'illegal region',
    request('sap-converged-cloud', { provider: 'openstack', hyperscalerRegion: 'x,shared=true' }),
    /^The hyperscaler region "x,shared=true" is not a legal label value\.$/,
  ],
]

test.describe('the simulator matches hap explain', () => {
  let explain: Explain
  test.beforeAll(async ({ garden, landscape }) => {
    explain = await explainer(garden, landscape)
  })

  for (const [what, request, words] of REQUESTS) {
    test(what, async ({ page, signIn }) => {
      await signIn('viewer')
      await page.goto(paths.simulator(request))
      await expect(headline(page)).toHaveText(words)
      await expectSame(page, await explain(request, 'documented'), {
        other: await explain(request, 'keb'),
        name: 'KEB',
      })
    })
  }

  test('under KEB semantics for all requests', async ({ page, signIn }) => {
    await signIn('viewer')
    for (const [what, request] of REQUESTS) {
      await test.step(what, async () => {
        await page.goto(paths.simulator({ ...request, semantics: 'keb' }))
        const other = { other: await explain(request, 'documented'), name: 'The documented semantics' }
        await expectSame(page, await explain(request, 'keb'), other)
      })
    }
  })
})

interface Other {
  readonly other: Explained
  readonly name: string
}

/** Names of the tables of candidates. */
const TABLES = { reuse: 'own', claim: 'free', shared: 'shared' } as const

/**
 * Asserts that the page matches the command: outcome, rules, selectors, candidates, and the result of the other
 * semantics.
 */
async function expectSame(page: Page, explained: Explained, { other, name }: Other): Promise<void> {
  const { message, binding, clustersAfter, limit } = explained.outcome
  await expect(headline(page)).toHaveText(binding === undefined ? message : previewOf(message))
  if (clustersAfter !== undefined) {
    const of = limit ? `${clustersAfter} of ${limit.value}` : `${clustersAfter}`
    await expect(outcome(page)).toContainText(new RegExp(`, ${of} clusters? after this request`))
  }
  if (explained.differences.length === 0) await expect(outcome(page)).not.toContainText(`${name} `)
  else if (other.outcome.binding === undefined)
    await expect(outcome(page)).toContainText(`${name} would decide differently. ${other.outcome.message}`)
  else await expect(outcome(page)).toContainText(`${name} would choose ${other.outcome.binding} instead.`)

  const rules = await rowsOf(answer(page).getByRole('table', { name: 'Rules' }))
  expect(rules.map(cells => [cells[0], cells[1], cells.at(-1)].join(' | ')).sort()).toEqual(
    explained.rules.map(({ number, text, words }) => [number, text, words].join(' | ')).sort(),
  )
  for (const { purpose, reached, candidates } of explained.steps) {
    const found = await rowsOf(page.getByRole('table', { name: `Candidates, ${TABLES[purpose]}` }))
    const shown = found.map(([candidate, , , clusters, reason = '']) => {
      return [candidate, clusters, reason.replace(/ (KEB would choose this|documented: this one).*$/, '')].join(' | ')
    })
    const expectedCandidates = candidates.map(each => [each.binding, each.clusters, each.words].join(' | '))
    expect(shown.sort()).toEqual(reached ? expectedCandidates.sort() : [])
  }
}

/** The page's wording of a decision: `Claims x.` becomes `Would claim x`. */
function previewOf(message: string): string {
  return message.replace(/^(\w+)s (.+)\.$/, (_, verb: string, name: string) => `Would ${verb.toLowerCase()} ${name}`)
}

/** The texts of a table's cells; none if the table is absent. */
async function rowsOf(table: Locator): Promise<string[][]> {
  if ((await table.count()) === 0) return []
  return table
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => Array.from(row.querySelectorAll('th, td'), cell => cell.textContent.trim())))
}
