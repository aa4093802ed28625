import type { Page } from '@playwright/test'
import { paths } from '#lib/paths.ts'
import { expectAccessible } from '../support/axe.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { headline, outcome } from '../support/simulator-page.ts'
import { FULL, LARGE, LEAVING } from '../support/small-landscape.ts'
import { expect, test } from '../support/test.ts'

const postClaim = async (page: Page, key: string, data: object) =>
  page.request.post('/api/v1/claims', { headers: { 'idempotency-key': key }, data })

const TRIAL = { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10' }
const line = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words }).first()

test('the reasoning of a claim is stored with it and shown on the timelines', async ({ page, signIn }) => {
  await signIn('operator')
  const response = await postClaim(page, `why-${Date.now()}`, { ...TRIAL, globalAccount: LARGE })
  expect(response.status()).toBe(201)
  const { id, binding, why } = await response.json()
  try {
    expect(why).toBeUndefined()
    await signIn('viewer')
    const stored = (await (await page.request.get(`/api/v1/claims/${id}`)).json()).why
    expect(stored).toMatchObject({ semantics: 'documented', selector: expect.stringContaining('shared=true') })
    expect(stored.reasoning).toMatchObject({ outcome: 'shared', steps: [{ purpose: 'shared', reached: true }] })

    for (const address of [`/bindings/${binding.kind}/${binding.name}`, `/global-accounts/${LARGE}`]) {
      await page.goto(`${address}?tab=timeline`)
      const claimed = line(page, 'Claim acknowledged')
      await claimed.getByText('Why this account').click()
      await expect(claimed).toContainText(`rules with hash ${stored.rulesRevision}`)
      await expect(claimed).toContainText(stored.reasoning.rule.text)
      await expect(claimed.getByRole('table', { name: 'Rules', exact: true }).getByRole('row').nth(1)).toContainText(
        'chosen',
      )
      await claimed.getByText(`${stored.ruleTexts.length} rules of this revision`).click()
      const rules = claimed.getByRole('table', { name: 'Rules of this revision' })
      await expect(rules.getByRole('row').nth(stored.reasoning.rule.line)).toContainText(stored.reasoning.rule.text)
      const candidates = claimed.getByRole('table', { name: 'Candidates, shared' })
      await expect(candidates.getByRole('row').nth(1)).toContainText(binding.name)
      await expect(claimed).toContainText(`Clusters on ${binding.name}`)
      await expectAccessible(page)
    }
  } finally {
    await signIn('operator')
    await page.request.delete(`/api/v1/claims/${id}`)
  }
})

test('the reasoning of a refused claim is shown on the timeline', async ({ page, signIn }) => {
  await signIn('operator')
  const refused = { plan: 'no-such-plan', provider: 'aws', globalAccount: LARGE }
  expect((await postClaim(page, 'why-none', refused)).status()).toBe(422)
  await page.goto(`/global-accounts/${LARGE}?tab=timeline`)
  await line(page, 'Claim refused').getByText('Why no account').click()
  await expect(line(page, 'Claim refused')).toContainText('No rule')
})

const VERBS = { reuse: 'Would reuse', claim: 'Would claim', shared: 'Would share' } as const

for (const [what, request, kind] of [
  ['one of several, another over its limit', { plan: 'aws', provider: 'aws', globalAccount: LARGE }, 'reuse'],
  ['one of several, another full', { plan: 'aws', provider: 'aws', globalAccount: FULL }, 'reuse'],
  ['a free account', { plan: 'gcp', provider: 'gcp', platformRegion: 'cf-sa30', globalAccount: 'e2e-asked' }, 'claim'],
  ['a free account beside one that goes', { plan: 'aws', provider: 'aws', globalAccount: LEAVING }, 'claim'],
  ['a shared account', { ...TRIAL, globalAccount: 'e2e-asked' }, 'shared'],
] as const)
  test(`a claim gets the simulated account: ${what}`, async ({ page, signIn, garden }) => {
    await signIn('operator')
    await page.goto(paths.simulator({ platformRegion: '', hyperscalerRegion: '', ...request }))
    const simulated = await outcome(page).textContent()
    // If a claim now would get another account than labels and shoots suggest, the page names it.
    const [, other] = /A claim now would take (\S+) instead/.exec(simulated ?? '') ?? []
    const words = other === undefined ? await headline(page).textContent() : `${VERBS[kind]} ${other}`
    const response = await postClaim(page, `as-simulated-${Date.now()}`, request)
    expect(response.status()).toBe(201)
    const { id, binding } = await response.json()
    try {
      expect(`${VERBS[kind]} ${binding.name}`).toBe(words)
      const { why } = await (await page.request.get(`/api/v1/claims/${id}`)).json()
      expect(why.reasoning.outcome).toBe(kind)
      const rule = page.getByRole('row').filter({ hasText: why.reasoning.rule.text }).first()
      await expect(rule).toContainText('chosen')
    } finally {
      await page.request.delete(`/api/v1/claims/${id}`)
      await expect
        .poll(async () => (await (await page.request.get(`/api/v1/claims/${id}`)).json()).status)
        .toBe('released')
      // The release marked an account without another user dirty.
      const asBefore = kind === 'claim' ? { tenantName: null, dirty: null } : { dirty: null }
      await relabel(garden, binding.kind, binding.name, asBefore)
    }
  })
