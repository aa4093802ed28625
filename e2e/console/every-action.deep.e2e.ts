import type { Page } from '@playwright/test'
import { STATE_NAMES } from '#components/hap/binding-state.tsx'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { ACTION_LABELS, ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { type Idle, idleBinding } from '../support/idle-binding.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

interface Step {
  readonly action: Action
  /** Texts of the dialog: the change of labels and its consequence. */
  readonly diff: string
  readonly consequence: RegExp
  /** The warning of a dangerous action, which requires the binding name. */
  readonly danger: string | null
  readonly leadsTo: BindingState
  /** Labels that another client sets first. */
  readonly before?: Readonly<Record<string, string>>
}

const DELETED = 'The contents of the account may be deleted.'
const CLEANED = /will be cleaned before reuse, and everything in it deleted/

/** Every action, starting with a claimed account; each continues from the state after the previous one. */
const STEPS: readonly Step[] = [
  { action: 'mark-dirty', diff: 'added: dirty: "true"', consequence: CLEANED, danger: DELETED, leadsTo: 'dirty' },
  {
    action: 'undo-dirty',
    diff: 'removed: dirty: "true"',
    consequence: /will not be cleaned/,
    danger: null,
    leadsTo: 'claimed',
  },
  {
    action: 'hold',
    diff: 'added: dirty: ',
    consequence: /^.*the account will not be assigned/s,
    danger: null,
    leadsTo: 'held',
  },
  { action: 'unhold', diff: 'removed: dirty: ', consequence: /can use it again/, danger: null, leadsTo: 'claimed' },
  {
    action: 'release',
    diff: 'added: dirty: "true"',
    consequence: /gives up this account/,
    danger: DELETED,
    leadsTo: 'dirty',
  },
  {
    action: 'quarantine',
    diff: 'added: hap.kyma-project.io/',
    consequence: /neither assigned nor cleaned by HAP until the quarantine is lifted/,
    danger: null,
    leadsTo: 'quarantined',
  },
  { action: 'lift', diff: 'removed: hap.kyma-project.io/', consequence: CLEANED, danger: DELETED, leadsTo: 'dirty' },
  {
    action: 'confirm-clean',
    diff: 'removed: dirty: "true"',
    consequence: /You confirm that this account is empty\. It becomes free\./,
    danger: 'The account can be assigned to another global account.',
    leadsTo: 'free',
  },
  {
    action: 'mark-internal',
    diff: 'added: internal: "true"',
    consequence: /never be assigned/,
    danger: null,
    leadsTo: 'internal',
  },
  {
    action: 'unmark-internal',
    diff: 'removed: internal: "true"',
    consequence: /Any global account can then claim it/,
    danger: 'The account can be assigned to another global account.',
    leadsTo: 'free',
  },
  {
    action: 'repair',
    before: { dirty: 'yes' },
    diff: 'added: dirty: "true"',
    consequence: CLEANED,
    danger: DELETED,
    leadsTo: 'dirty',
  },
]

test('STEPS contains every action except the one that needs a cleaner, which cleaning.e2e.ts tests', () => {
  const others = ACTIONS.filter(action => action !== 'start-cleaning')
  expect(STEPS.map(({ action }) => action).toSorted()).toEqual(others.toSorted())
})

for (const role of ['operator', 'admin'] as const) {
  test(`${role}: performs every action with its diff, consequence and reason, and finds it in the audit log`, async ({
    page,
    garden,
    signIn,
  }) => {
    await signIn(role)
    const binding = await idleBinding(page)
    const { kind, name, tenant } = binding
    const undo = await relabel(garden, kind, name, { tenantName: tenant, dirty: null, internal: null })
    try {
      for (const step of STEPS) await test.step(step.action, () => perform(page, garden, binding, step))
      const reasons = await rowsOf(page, `/api/v1/audit?q=outcome:accepted&limit=${STEPS.length}`)
      expect(reasons).toMatchObject(
        STEPS.toReversed().map(({ action }) => ({
          action,
          actor: role === 'admin' ? 'Ada Admin' : 'Omar Operator',
          role,
          reason: `to see ${action}`,
          ticket: 'OPS-2',
          targets: expect.arrayContaining([expect.stringContaining(name)]),
        })),
      )
    } finally {
      await undo()
    }
  })
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function rowsOf(page: Page, address: string): Promise<readonly unknown[]> {
  const { rows } = await (await page.request.get(address)).json()
  return rows
}

async function perform(page: Page, garden: GardenClient, { kind, name }: Idle, step: Step): Promise<void> {
  const { action, before, diff, consequence, danger, leadsTo } = step
  const { verb, done } = ACTION_LABELS[action]
  if (before) await relabel(garden, kind, name, before)
  await page.goto(`/bindings/${kind}/${name}`)
  const own = button(page, verb)
  if (before) await expect(own).not.toHaveAttribute('aria-disabled')
  if (await own.isVisible()) await own.click()
  else {
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: new RegExp(`^${verb}`) }).click()
  }
  await expect(dialog(page)).toContainText(diff)
  await expect(dialog(page)).toContainText(consequence)
  await expect(dialog(page)).toContainText('No clusters on this account.')
  await expect(dialog(page)).toContainText('Dry run passed: the API server would accept this change.')
  // The dialog asks for the owner only if it is unknown.
  await expect(dialog(page).getByRole('textbox', { name: 'tenantName' })).toHaveCount(0)
  if (danger !== null) await expect(dialog(page)).toContainText(danger)
  const submit = dialog(page).getByRole('button', { name: verb, exact: true })
  await expect(submit).toHaveAccessibleDescription('A reason is required.')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(`to see ${action}`)
  await dialog(page).getByRole('textbox', { name: 'Ticket' }).fill('OPS-2')
  const confirm = dialog(page).getByRole('textbox', { name: 'Enter the binding name' })
  if (danger === null) await expect(confirm).toHaveCount(0)
  else await confirm.fill(name)
  await submit.click()
  await expect(page.getByText(`${name} was ${done}.`)).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('main').getByText(STATE_NAMES[leadsTo].label, { exact: true }).first()).toBeVisible()
  const { row } = await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()
  expect(row).toMatchObject({ state: leadsTo })
  await page.goto(`/audit?q=${name}+"to+see+${action}"`)
  await expect(page.getByRole('link', { name: verb, exact: true }).first()).toBeVisible()
}
