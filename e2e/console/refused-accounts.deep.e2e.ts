import type { GardenClient } from '#lib/garden/client/client.ts'
import type { CredentialsBindingObject, KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SECRETS } from '#lib/garden/resources/resource.ts'
import { NAMESPACE } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

const NAME = 'sap-refused'
const SECRET = { resource: SECRETS, namespace: NAMESPACE, name: NAME }
const BINDING = { resource: CREDENTIALS_BINDINGS, namespace: NAMESPACE, name: NAME }

const createSecret = (garden: GardenClient) => garden.create(SECRET, { metadata: { name: NAME } })

/** Deletes the Secret despite its binding, by removing the finalizers that Gardener set. */
async function deleteSecret(garden: GardenClient): Promise<void> {
  const metadata = async () => (await garden.get<KubeObject>(SECRET)).metadata
  await expect.poll(async () => (await metadata())?.finalizers ?? []).not.toEqual([])
  await garden.delete(SECRET)
  const resourceVersion = (await metadata())?.resourceVersion ?? ''
  await garden.patch(SECRET, { metadata: { finalizers: [] } }, { resourceVersion })
}

test('an account whose Secret is deleted is shown as refused, and usable once the Secret exists', async ({
  page,
  garden,
  signIn,
  noise,
}) => {
  noise.expect(/status of 4\d\d/)
  await createSecret(garden)
  await garden.create<CredentialsBindingObject>(BINDING, {
    metadata: { name: NAME, labels: { hyperscalerType: 'refused' } },
    provider: { type: 'refused' },
    credentialsRef: { apiVersion: 'v1', kind: 'Secret', name: NAME, namespace: NAMESPACE },
  })
  try {
    await deleteSecret(garden)
    await signIn('operator')
    await page.goto(`/bindings/CredentialsBinding/${NAME}`)
    const hold = page.getByRole('button', { name: 'Hold', exact: true })
    const close = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })

    // The preview is a dry-run write, which Gardener refuses.
    await hold.click()
    await page.getByRole('dialog').getByLabel('Reason').fill('ticket 4711')
    await expect(page.getByRole('dialog')).toContainText(`Secret ${NAME} in ${NAMESPACE} does not exist`)
    await close.click()
    await expect(page.getByText('Gardener refuses to write this binding: its Secret is missing.')).toBeVisible()
    await expect(page.getByText('Refused by Gardener')).toBeVisible()
    await expect(page.getByText('free, but cannot be claimed')).toBeVisible()
    await page.goto('/pools/refused')
    await expect(page.getByRole('link', { name: '1 credentials missing' })).toBeVisible()
    await page.getByRole('link', { name: '1 credentials missing' }).click()
    await expect(page.getByRole('rowheader', { name: NAME })).toBeVisible()

    // A successful preview ends the condition.
    await createSecret(garden)
    await page.goto(`/bindings/CredentialsBinding/${NAME}`)
    await hold.click()
    await page.getByRole('dialog').getByLabel('Reason').fill('ticket 4711')
    await expect(page.getByText('Gardener refuses to write this binding: its Secret is missing.')).toHaveCount(0)
    await close.click()
  } finally {
    await garden.delete(BINDING)
    await garden.delete(SECRET).catch(() => undefined)
  }
})
