import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/browser/axe.ts'
import { renderPart } from '../../test/browser/render.tsx'
import { Combobox } from './combobox.tsx'

const REGIONS = ['cf-ap11', 'cf-ch20', 'cf-eu11', 'cf-eu20', 'cf-eu30', 'cf-sa30']

function Region() {
  const [region, setRegion] = useState('cf-eu11')
  return (
    <Combobox
      label="Platform region"
      value={region}
      onChange={setRegion}
      suggestions={REGIONS.map(value => ({ value }))}
    />
  )
}

const field = page.getByRole('combobox', { name: 'Platform region' })
const list = page.getByRole('listbox')
const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)

describe('a combobox', () => {
  test('suggests options that contain the text, and applies one by keyboard', async () => {
    await renderPart(<Region />)
    await field.fill('eu')
    await expect.poll(options).toEqual(['cf-eu11', 'cf-eu20', 'cf-eu30'])
    await expectAccessible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(field).toHaveValue('cf-eu20')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
  })

  test('opens by Arrow Down at its value, with all options', async () => {
    await renderPart(<Region />)
    field.element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(options).toEqual(REGIONS)
    await expect.element(page.getByRole('option', { selected: true })).toHaveTextContent('cf-eu11')
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
  })

  test('accepts text that is not an option', async () => {
    await renderPart(<Region />)
    await field.fill('cf-new1')
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveValue('cf-new1')
  })
})
