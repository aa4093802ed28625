import type { Page } from '@playwright/test'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

/** More than the connections a browser allows to a server. */
const TABS = 8

test('many tabs are live on one stream, and stay so when the tab that has it is closed', async ({
  context,
  garden,
  signIn,
}) => {
  await signIn('viewer')
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free gcp account.')
  const streams: Page[] = []
  const tabs: Page[] = []
  for (let n = 0; n < TABS; n++) {
    const tab = await context.newPage()
    tab.on('request', request => {
      if (new URL(request.url()).pathname === '/api/v1/events') streams.push(tab)
    })
    await tab.goto(`/bindings/${free.kind}/${free.name}`)
    await expect(tab.getByText('Live', { exact: true })).toBeVisible()
    tabs.push(tab)
  }
  expect(streams).toEqual([tabs[0]])
  const shown = async (text: string, of: readonly Page[]) => {
    for (const tab of of) await expect(tab.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  }
  const undo = await relabel(garden, free.kind, free.name, { 'e2e.example/tabs': 'first' })
  try {
    await shown('first', tabs)
    await tabs[0]?.close()
    await relabel(garden, free.kind, free.name, { 'e2e.example/tabs': 'second' })
    await shown('second', tabs.slice(1))
    expect(streams).toHaveLength(2)
    expect(streams[1]).not.toBe(tabs[0])
  } finally {
    await undo()
  }
  for (const tab of tabs.slice(1))
    await expect(tab.getByRole('main').getByText('second', { exact: true })).toHaveCount(0)
  for (const tab of tabs.slice(1)) await tab.close()
})
