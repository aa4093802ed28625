import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageHead } from '#components/shell/page-head.tsx'
import { CellLink } from '#components/ui/links.tsx'
import { expectAccessible } from '../../test/browser/axe.ts'
import { addressNow, renderPage } from '../../test/browser/render.tsx'
import type { Column, Sort } from './column.ts'
import { DataTable } from './data-table.tsx'
import { ListFooter } from './list-footer.tsx'
import { groupedSource, listSource } from './table-source.ts'

const TOTAL = 20_412
const NAMES = Array.from({ length: TOTAL }, (_, index) => `aws-${String(index).padStart(5, '0')}`)

const COLUMNS: readonly Column<string>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 200,
    sort: 'asc',
    cell: name => <CellLink href={`/bindings/CredentialsBinding/${name}`}>{name}</CellLink>,
  },
  { id: 'state', header: 'State', width: 150, narrow: 'aside', cell: () => 'Free' },
  {
    id: 'shoots',
    header: 'Shoots',
    width: 110,
    align: 'end',
    sort: 'desc',
    narrow: 'line',
    cell: name => <CellLink href={`/shoots?q=${name}`}>{`Shoots of ${name}`}</CellLink>,
  },
]

function LongTable() {
  const [sort, setSort] = useState<Sort | null>(null)
  const [source] = useState(() => listSource(NAMES, name => name))
  return (
    <>
      <PageHead title="Bindings" />
      <DataTable
        label="Bindings"
        columns={COLUMNS}
        source={source}
        sort={sort}
        onSort={setSort}
        footer={({ first, last, total }) => <ListFooter summary={`${first}–${last} of ${total}`} asOf={null} />}
      />
    </>
  )
}

function GroupedTable() {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setClosed(before => (before.has(key) ? new Set([...before].filter(one => one !== key)) : new Set([...before, key])))
  const groups = ['aws', 'gcp'].map(key => ({ key, group: key, rows: [`${key}-1`, `${key}-2`] }))
  const columns: readonly Column<string, string>[] = [
    { id: 'name', header: 'Name', cell: name => name, group: group => group },
  ]
  return (
    <DataTable
      label="Pools"
      columns={columns}
      source={groupedSource(groups, { keyOf: name => name, closed, onToggle: toggle })}
      sort={null}
      onSort={() => {}}
      footer={() => <ListFooter summary="4 pools in 2 groups" asOf={null} />}
    />
  )
}

const grid = page.getByRole('grid', { name: 'Bindings' })
const focused = () => document.activeElement as HTMLElement
/** Number of the focused row, counted from 0 below the head. */
const focusedRow = () => Number(focused().closest('[role=row], tr')?.getAttribute('aria-rowindex')) - 2
const isInSight = () => {
  const { top, bottom } = focused().getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

async function renderRows(): Promise<void> {
  await renderPage('/bindings', <LongTable />)
  await expect.element(grid.getByText('aws-00001', { exact: true })).toBeVisible()
}

describe('a long table', () => {
  test('counts all rows and renders few', async () => {
    await renderRows()
    await expect.element(grid).toHaveAttribute('aria-rowcount', String(TOTAL + 1))
    await expect.element(grid.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '2')
    expect(grid.getByRole('row').elements().length).toBeLessThan(60)
    await expect.element(page.getByText(/^1–\d+ of 20412$/)).toBeVisible()
    await expectAccessible()
  })

  test('moves the focus by keys and keeps it in sight', async () => {
    await renderRows()
    await userEvent.keyboard('j')
    await expect.poll(focusedRow).toBe(0)
    await userEvent.keyboard('j{ArrowDown}')
    await expect.poll(focusedRow).toBe(2)
    await userEvent.keyboard('k')
    await expect.poll(focusedRow).toBe(1)
    await userEvent.keyboard('{End}')
    await expect.poll(focusedRow).toBe(TOTAL - 1)
    await expect.poll(isInSight).toBe(true)
    await userEvent.keyboard('{Home}')
    await expect.poll(focusedRow).toBe(0)
    await userEvent.keyboard('{PageDown}')
    await expect.poll(focusedRow).toBeGreaterThan(10)
    await expect.poll(isInSight).toBe(true)
  })

  test('keeps the focus on a row that scrolls out of sight', async () => {
    await renderRows()
    await userEvent.keyboard('j')
    await expect.poll(focusedRow).toBe(0)
    for (let at = grid.element().parentElement; at; at = at.parentElement) at.scrollBy(0, 20_000)
    await expect.element(page.getByText(/^[5-9]\d\d–/)).toBeVisible()
    expect(focusedRow()).toBe(0)
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(focusedRow).toBe(1)
    await expect.poll(isInSight).toBe(true)
  })

  test('has tab stops on the links of the active row only', async () => {
    await renderRows()
    await userEvent.keyboard('j')
    await expect.poll(focusedRow).toBe(0)
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => focused().textContent).toBe('aws-00000')
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => focused().textContent).toBe('Shoots of aws-00000')
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('button', { name: 'Compact rows' })).toHaveFocus()
  })

  test('opens the active row by Enter', async () => {
    await renderRows()
    await userEvent.keyboard('jj{Enter}')
    await expect.poll(addressNow).toBe('/bindings/CredentialsBinding/aws-00001')
  })

  test('sorts by its heads: one way, the other way, not at all', async () => {
    await renderRows()
    const head = page.getByRole('columnheader', { name: 'Shoots' })
    await head.getByRole('button').click()
    await expect.element(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
    await head.getByRole('button').click()
    await expect.element(head).not.toHaveAttribute('aria-sort')
  })

  test('shows rows as blocks in a narrow window, and reaches all of them', async () => {
    await page.viewport(390, 844)
    await renderRows()
    await userEvent.keyboard('j{End}')
    await expect.poll(focusedRow).toBe(TOTAL - 1)
    await expect.poll(isInSight).toBe(true)
    expect(document.documentElement.scrollWidth).toBe(390)
  })
})

test('groups of rows close and open by pointer and by keyboard', async () => {
  await renderPage('/pools', <GroupedTable />)
  const gcp = page.getByRole('button', { name: /^gcp/ })
  const member = page.getByRole('row', { name: 'gcp-1' })
  await expect.element(member).toBeVisible()
  await gcp.click()
  await expect.element(gcp).toHaveAttribute('aria-expanded', 'false')
  await expect.element(member).not.toBeInTheDocument()
  gcp.element().closest('tr')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(gcp).toHaveAttribute('aria-expanded', 'true')
  await expect.element(member).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(gcp).toHaveAttribute('aria-expanded', 'false')
})
