import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { expectAccessible } from '../../test/browser/axe.ts'
import { renderPart } from '../../test/browser/render.tsx'
import { SearchBox } from './search-box.tsx'

const FIELDS = [
  { name: 'name', kind: 'text', description: 'Name of the binding' },
  { name: 'state', kind: 'enum', values: BINDING_STATES, description: 'State of the binding' },
  { name: 'tenant', kind: 'text', description: 'Global account' },
  { name: 'type', kind: 'enum', values: ['aws', 'azure', 'gcp'], description: 'Hyperscaler type' },
  { name: 'shoots', kind: 'number', description: 'Shoots on the account' },
  { name: 'shared', kind: 'boolean', description: 'Used by several global accounts' },
] as const

function Search({ initial }: { readonly initial: string }) {
  const [query, setQuery] = useState(initial)
  return (
    <main>
      <SearchBox label="Search bindings" fields={FIELDS} value={query} onChange={setQuery} hits="214 of 20,412" />
      <output aria-label="Query">{query}</output>
    </main>
  )
}

const box = page.getByRole('combobox', { name: 'Search bindings' })
const query = page.getByRole('status', { name: 'Query' })
const remove = (term: string) => page.getByRole('button', { name: `Remove ${term}` })
const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)

/** Empties the box behind the chips and types a text. */
async function type(text: string): Promise<void> {
  await box.fill('')
  await userEvent.keyboard(text)
}

describe('a search box', () => {
  test.each([{ isComposing: true }, { keyCode: 229 }])('ignores Enter of an input method: %j', async composing => {
    await renderPart(<Search initial="" />)
    await type('tenant:日本')
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...composing })
    box.element().dispatchEvent(enter)
    await expect.element(box).toHaveValue('tenant:日本')
    await userEvent.keyboard('{Enter}')
    await expect.element(remove('tenant:日本')).toBeVisible()
  })

  test('makes a chip of a complete term, and a removed chip returns the focus', async () => {
    await renderPart(<Search initial="type:aws -shared eu" />)
    await expect.element(remove('type:aws')).toBeVisible()
    await type('state:dir')
    await expect.element(query).toHaveTextContent('type:aws -shared')
    await userEvent.keyboard('{Enter}')
    await expect.element(remove('state:dirty')).toBeVisible()
    await expect.element(query).toHaveTextContent('type:aws -shared state:dirty')
    await expectAccessible()
    await remove('type:aws').click()
    await expect.element(query).toHaveTextContent('-shared state:dirty')
    await expect.element(box).toHaveFocus()
  })

  test('makes text of the last chip on Backspace', async () => {
    await renderPart(<Search initial="type:aws -shared" />)
    await type('{Backspace}')
    await expect.element(box).toHaveValue('-shared')
    await expect.element(remove('-shared')).not.toBeInTheDocument()
    await expect.element(remove('type:aws')).toBeVisible()
  })

  test('completes fields and their values', async () => {
    await renderPart(<Search initial="" />)
    await type('sta')
    await expect.poll(options).toEqual([expect.stringContaining('state:')])
    await userEvent.keyboard('{ArrowDown}{Tab}')
    await expect.element(box).toHaveValue('state:')
    await expect.poll(() => options()[0]).toBe('claimed')
    await expectAccessible()
    await userEvent.keyboard('q{Enter}')
    await expect.element(remove('state:quarantined')).toBeVisible()
  })

  test('describes an error with the fields once the term is complete', async () => {
    await renderPart(<Search initial="tennant:8b9a" />)
    await expect
      .element(box)
      .toHaveAccessibleDescription(
        'Unknown field tennant. Did you mean tenant? Fields: name, shared, shoots, state, tenant, type.',
      )
    await expect.element(box).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible()
    await box.fill('shoots:man')
    await expect.element(box).not.toHaveAttribute('aria-invalid')
    await userEvent.keyboard('{Enter}')
    await expect.element(box).toHaveAccessibleDescription(/"man" is not a number/)
  })

  test('refuses a search that is too long, and keeps the previous one', async () => {
    await renderPart(<Search initial="type:aws" />)
    await box.fill('x '.repeat(5_000))
    await expect
      .element(box)
      .toHaveAccessibleDescription('The search has 10,000 characters; the maximum is 2,000. Shorten it.')
    await userEvent.keyboard('{Enter}')
    await expect.element(query).toHaveTextContent('type:aws')
  })

  test('shows all completions in a low window', async () => {
    await page.viewport(1440, 460)
    await renderPart(<Search initial="" />)
    await type('state:')
    await expect.poll(() => options().length).toBe(BINDING_STATES.length)
    await expect.element(page.getByRole('listbox')).toBeInViewport({ ratio: 1 })
  })
})
