import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/browser/axe.ts'
import { renderPart } from '../../test/browser/render.tsx'
import { TabPanel, Tabs } from './tabs.tsx'

const TABS = [
  { id: 'summary', label: 'Summary' },
  { id: 'shoots', label: 'Shoots', count: 1203 },
  { id: 'yaml', label: 'YAML' },
] as const

function Sheet() {
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('summary')
  return (
    <>
      <Tabs label="Binding" selected={tab} onSelect={setTab} tabs={TABS} />
      <TabPanel id={tab}>Content of {tab}</TabPanel>
    </>
  )
}

test('tabs move by arrows, Home and End, and name their panel', async () => {
  await renderPart(<Sheet />)
  await page.getByRole('tab', { name: 'Summary' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: /^Shoots/ })).toHaveFocus()
  await expect.element(page.getByRole('tabpanel', { name: /^Shoots/ })).toHaveTextContent('Content of shoots')
  await expectAccessible()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('tabpanel', { name: 'YAML' })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: 'Summary' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{Home}')
  await expect.element(page.getByRole('tabpanel', { name: 'Summary' })).toBeVisible()
})
