import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { editRequest, importCluster, kubeconfigText, requestKubeconfig, requestNow } from '../support/kubeconfigs.ts'
import {
  API,
  audited,
  CLUSTER,
  dialog,
  openIssued,
  REGISTER,
  row,
  SEEN,
  say,
  state,
  withImportedCluster,
} from '../support/kubeconfigs-page.ts'
import { expect, test } from '../support/test.ts'

withImportedCluster()

test('the list is searched, sorted and exported, and flags requests that grant nothing', async ({
  page,
  garden,
  signIn,
}) => {
  const rules = [{ apiGroups: ['apps/v1'], resources: ['Deployment'], verbs: ['get'] }]
  await requestKubeconfig(garden, 'idle.component', { cluster: CLUSTER, clusterRole: { rules } })
  await signIn('viewer')
  await page.goto(`${REGISTER}?q=flag:nothing`)
  await expect(row(page, 'idle.component')).toContainText('grants nothing')
  await expect(row(page, SEEN)).toHaveCount(0)
  const file = await page.request.get(`${API}/export?format=csv&cols=name,flags&q=flag:nothing`)
  expect(await file.text()).toContain('idle.component,nothing')
  await page.goto(`${REGISTER}?sort=-expires`)
  await expect(page.getByRole('columnheader', { name: 'Expires' })).toHaveAttribute('aria-sort', 'descending')
  await page.goto(`${REGISTER}/idle.component`)
  await expect(page.getByRole('table', { name: 'Conditions' })).toContainText('Write "apps".')
})

test('operator: a requested rotation replaces the kubeconfig', async ({ page, garden, landscape, signIn }) => {
  await requestKubeconfig(garden, 'turned.component', { cluster: CLUSTER })
  await signIn('operator')
  await openIssued(page, 'turned.component')
  const old = await kubeconfigText(landscape, 'turned.component')
  await page.getByRole('button', { name: 'Rotate' }).click()
  const ask = dialog(page, /^Rotate: turned\.component/)
  const rotate = ask.getByRole('button', { name: 'Rotate' })
  await expect(rotate).toHaveAttribute('aria-disabled', 'true')
  await say(ask, 'kept for the reload')
  await page.reload()
  await expect(ask.getByLabel('Reason')).toHaveValue('kept for the reload')
  await expectAccessibleInBothThemes(page)
  await rotate.click()
  await expect(ask).toBeHidden()
  await expect(page.getByText('turned.component: Rotation requested.')).toBeVisible()
  await expect(page.getByText('Rotated on request')).toBeVisible()
  await expect(state(page, 'Issued')).toBeVisible()
  expect(await kubeconfigText(landscape, 'turned.component')).not.toBe(old)
  await expect(page.getByRole('button', { name: 'Download' })).toHaveAttribute(
    'data-tip',
    'Requires the admin role. Ask an administrator for it.',
  )
})

test('operator: revoking all kubeconfigs of a cluster requires its name and a review of requests added in the meantime', async ({
  page,
  garden,
  signIn,
}) => {
  const removeCluster = await importCluster(garden, 'doomed')
  for (const name of ['one.doomed', 'two.doomed']) await requestKubeconfig(garden, name, { cluster: 'doomed' })
  await signIn('operator')
  await openIssued(page, 'one.doomed')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Revoke all of doomed' }).click()
  const ask = dialog(page, 'Revoke all of doomed')
  await expect(ask.getByRole('button', { name: 'Revoke 2 kubeconfigs' })).toBeVisible()
  await say(ask, 'the cluster is lost')
  await ask.getByLabel(/^Enter the name of the cluster to confirm/).fill('doomed')
  await requestKubeconfig(garden, 'three.doomed', { cluster: 'doomed' })
  await expect(ask.getByText('1 request added since: three.doomed.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await ask.getByRole('button', { name: 'Continue' }).click()
  await expect(ask.getByLabel('Reason')).toHaveValue('the cluster is lost')
  await ask.getByRole('button', { name: 'Revoke 3 kubeconfigs' }).click()
  await expect(ask).toBeHidden()
  const proof = dialog(page, 'Revocations of doomed')
  for (const name of ['one.doomed', 'two.doomed', 'three.doomed'])
    await expect(proof.getByRole('listitem').filter({ hasText: name })).toContainText(/Rejected after [\d.]+ s/)
  await expect(proof.getByRole('status')).toHaveText('All revocations are complete.')
  await expectAccessibleInBothThemes(page)
  await proof.getByRole('button', { name: 'Close' }).last().click()
  await expect(proof).toBeHidden()
  await page.goto(`${REGISTER}?q=cluster:doomed`)
  for (const name of ['one.doomed', 'two.doomed', 'three.doomed'])
    await expect(row(page, name)).toContainText('Revoked')
  await page.goto('/operators/clusters/doomed')
  await expect(page.getByRole('button', { name: 'Revoke kubeconfigs' })).toHaveAttribute(
    'data-tip',
    'All kubeconfigs of this cluster are revoked.',
  )
  await removeCluster()
})

test('operator: all kubeconfigs of a cluster are revoked on its page, which links to the audit log', async ({
  page,
  garden,
  signIn,
}) => {
  const removeCluster = await importCluster(garden, 'leaky')
  await requestKubeconfig(garden, 'one.leaky', { cluster: 'leaky' })
  await signIn('operator')
  await page.goto('/operators/clusters/leaky')
  await page.getByRole('button', { name: 'Revoke kubeconfigs' }).click()
  const ask = dialog(page, 'Revoke all of leaky')
  await say(ask, 'it stood in a log')
  await ask.getByLabel(/^Enter the name of the cluster to confirm/).fill('leaky')
  await expectAccessibleInBothThemes(page)
  await ask.getByRole('button', { name: 'Revoke 1 kubeconfig' }).click()
  const proof = dialog(page, 'Revocations of leaky')
  await expect(proof.getByRole('listitem')).toContainText(/one\.leaky.*Rejected after [\d.]+ s/)
  await proof.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(audited(page)).toContainText('Revoke all kubeconfigs of cluster')
  await expect(audited(page)).toContainText('it stood in a log')
  await removeCluster()
})

test('operator: a request changed while a dialog is open requires a review, and the input is kept', async ({
  page,
  garden,
  noise,
  signIn,
}) => {
  // The deleted request responds with 404.
  noise.expect(/status of 404/)
  await requestKubeconfig(garden, 'moved.component', { cluster: CLUSTER })
  await signIn('operator')
  await openIssued(page, 'moved.component')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const ask = dialog(page, /^Delete: moved\.component/)
  await say(ask, 'no longer needed')
  await ask.getByLabel(/^Enter the name/).fill('moved.component')
  await editRequest(garden, 'moved.component', { expiration: 7_200 })
  await expect(ask.getByText(/^The spec of the request was changed/)).toBeVisible()
  await expect(ask.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await ask.getByRole('button', { name: 'Continue' }).click()
  await expect(ask.getByLabel('Reason')).toHaveValue('no longer needed')
  await ask.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This KubeconfigRequest was deleted.')).toBeVisible()
  expect(await requestNow(garden, 'moved.component')).toBeNull()
})

test('the page and the route of an absent request respond with 404', async ({ page, noise, signIn }) => {
  noise.expect(/status of 404/)
  await signIn('viewer')
  expect((await page.goto(`${REGISTER}/nobody`))?.status()).toBe(404)
  expect((await page.request.get(`${API}/nobody`)).status()).toBe(404)
})
