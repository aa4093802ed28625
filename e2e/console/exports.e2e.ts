import { CHOSEN_COLUMNS, LISTS, testNoExport, testSavedList } from '../support/export-lists.ts'
import { expect, test } from '../support/test.ts'

test('an export contains the chosen columns', async ({ page, signIn }) => {
  await signIn('viewer')
  // A new audit log needs an entry to export.
  await page.request.post('/api/v1/claims', { data: {} })
  for (const { name, cols, head } of CHOSEN_COLUMNS) {
    const file = await page.request.get(`/api/v1/${name}/export?format=csv&cols=${cols}`)
    expect((await file.text()).split('\r\n', 1)[0], name).toBe(head)
  }
})

for (const list of LISTS) testSavedList('viewer', list)

for (const { name } of LISTS)
  test(`the export of ${name} requires a session and a valid search`, async ({ page, signIn }) => {
    const file = `/api/v1/${name}/export`
    expect((await page.request.get(`${file}?format=csv`)).status()).toBe(401)
    await signIn('viewer')
    for (const query of ['format=xml', '', 'format=csv&q=nofield:x', `format=csv&sort=${'x'.repeat(41)}`]) {
      const answer = await page.request.get(`${file}?${query}`)
      expect(answer.status(), query).toBe(400)
      expect(await answer.json()).toMatchObject({ detail: expect.stringMatching(/\w/) })
    }
  })

testNoExport('shoots')
