import { auditOf, holdDialog } from '../support/hold-dialog.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test("the server refuses the action of another user's page even before the page notices", async ({ page, noise }) => {
  noise.expect(/403|ERR_FAILED/)
  await page.route('**/api/v1/events*', route => route.abort())
  const { dialog, hold, binding } = await holdDialog(page)
  const before = await auditOf(page, binding.name)
  await signInByRequest(page.request, 'admin')
  await hold.click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Nothing was done: this page belongs to another user. You are signed in as Ada Admin',
  )
  await expect(dialog.getByLabel('Reason')).toHaveValue('looking at it')
  expect(await auditOf(page, binding.name)).toEqual(before)

  const headers = { 'sec-fetch-site': 'same-origin', 'drawn-for': 'operator' }
  for (const address of ['/api/v1/approvals', '/api/v1/jobs', '/api/v1/views'])
    expect((await page.request.post(address, { headers, data: {} })).status(), address).toBe(403)
})
