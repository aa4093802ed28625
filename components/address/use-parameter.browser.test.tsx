import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addressNow, renderAt } from '../../test/browser/render.tsx'

import { PageLeave, useParameter } from './use-parameter.ts'

/** A page with two parameters, and a second page without any. */
function Pages() {
  const isPools = usePathname() === '/pools'
  return (
    <>
      <PageLeave />
      {isPools ? <h1>Pools</h1> : <Bindings />}
    </>
  )
}

function Bindings() {
  const [query, setQuery] = useParameter('q')
  const [tab, setTab] = useParameter('tab', { step: true })
  const [open, setOpen] = useState(true)
  const typeAndClose = () => {
    setQuery('typed')
    setOpen(false)
  }
  return (
    <>
      <input aria-label="Search" value={query} onChange={event => setQuery(event.target.value)} />
      <output>{`${query}|${tab}`}</output>
      <button type="button" onClick={() => setTab('yaml')}>
        YAML
      </button>
      {open && <SortedBy />}
      <button type="button" onClick={typeAndClose}>
        Type and close
      </button>
      <Link href="/bindings?q=state:free">Free ones</Link>
      <Link href="/pools">Pools</Link>
    </>
  )
}

/** A part of the page with a parameter of its own. */
function SortedBy() {
  const [sort] = useParameter('sort')
  return <p>Sorted by {sort || 'name'}</p>
}

/** Passes on the addresses of the router one by one, each after a click. */
function SlowRouter({ children }: { readonly children: ReactNode }) {
  const newest = useSearchParams()
  const [addresses, setAddresses] = useState([newest])
  useEffect(() => setAddresses(earlier => (earlier.at(-1) === newest ? earlier : [...earlier, newest])), [newest])
  return (
    <SearchParamsContext value={addresses[0] ?? newest}>
      {children}
      <button type="button" onClick={() => setAddresses(earlier => earlier.slice(1))}>
        Next of {addresses.length}
      </button>
    </SearchParamsContext>
  )
}

const box = page.getByRole('textbox', { name: 'Search' })
const shown = page.getByRole('status')
const here = () => addressNow() + location.hash

test('shows a typed value immediately and writes it to the address after a delay', async () => {
  await renderAt('/bindings?tab=shoots#here', <Pages />)
  await box.fill('state:dirty eu west')
  await expect.element(shown).toHaveTextContent('state:dirty eu west|shoots')
  await expect.poll(here).toBe('/bindings?tab=shoots&q=state:dirty+eu+west#here')
})

test('a link, the back button and a step restore the state of their address', async () => {
  await renderAt('/bindings?q=dirty', <Pages />)
  await page.getByRole('button', { name: 'YAML' }).click()
  await expect.poll(here).toBe('/bindings?q=dirty&tab=yaml')
  await page.getByRole('link', { name: 'Free ones' }).click()
  await expect.element(shown).toHaveTextContent('state:free|')
  history.back()
  await expect.element(shown).toHaveTextContent('dirty|yaml')
  await expect.element(box).toHaveValue('dirty')
  history.back()
  await expect.poll(here).toBe('/bindings?q=dirty')
})

test('an empty value leaves the address', async () => {
  await renderAt('/bindings?q=dirty', <Pages />)
  await box.fill('')
  await expect.poll(here).toBe('/bindings')
})

test('an unwritten value stays on its page when a link leads to another', async () => {
  await renderAt('/bindings', <Pages />)
  await box.fill('dirtier')
  await page.getByRole('link', { name: 'Pools' }).click()
  await expect.element(page.getByRole('heading', { name: 'Pools' })).toBeVisible()
  expect(here()).toBe('/pools')
  history.back()
  await expect.poll(here).toBe('/bindings?q=dirtier')
  await expect.element(box).toHaveValue('dirtier')
})

test('an unmounted part discards no unwritten value of another part', async () => {
  await renderAt('/bindings', <Pages />)
  await page.getByRole('button', { name: 'Type and close' }).click()
  await expect.element(page.getByText(/^Sorted by/)).not.toBeInTheDocument()
  await expect.element(shown).toHaveTextContent('typed|')
  await expect.poll(here).toBe('/bindings?q=typed')
})

test('a router that lags behind does not bring back an older value', async () => {
  await renderAt(
    '/bindings',
    <SlowRouter>
      <Pages />
    </SlowRouter>,
  )
  await box.fill('-sha')
  await expect.poll(here).toBe('/bindings?q=-sha')
  await box.fill('-shared')
  await expect.poll(here).toBe('/bindings?q=-shared')
  await page.getByRole('button', { name: 'Next of 3' }).click()
  await expect.element(page.getByRole('button', { name: 'Next of 2' })).toBeVisible()
  await expect.element(box).toHaveValue('-shared')
  await page.getByRole('button', { name: 'Next of 2' }).click()
  await expect.element(page.getByRole('button', { name: 'Next of 1' })).toBeVisible()
  await expect.element(box).toHaveValue('-shared')
  await page.getByRole('link', { name: 'Free ones' }).click()
  await page.getByRole('button', { name: 'Next of 2' }).click()
  await expect.element(box).toHaveValue('state:free')
})
