import { expect, type Page } from '@playwright/test'

/** Maximum sum of all layout shifts of a page; stricter than CLS, which is only the worst burst. */
const MOST = 0.02

interface Shifts {
  readonly sum: number
  /** Each shift with its score and its elements. */
  readonly moved: readonly string[]
}

/**
 * Records the layout shifts of every page opened from now on, except those within half a second of an input. Returns
 * an assertion that the open page has hardly shifted since it was loaded.
 */
export async function watchLayoutShifts(page: Page): Promise<(what: string) => Promise<void>> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly { readonly node: Node | null }[]
    }
    const seen: Shift[] = []
    const observer = new PerformanceObserver(list => seen.push(...(list.getEntries() as Shift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName} ${node.className}` : (node?.textContent ?? 'what is gone')
    Object.assign(window, {
      shiftsSoFar: () => {
        seen.push(...(observer.takeRecords() as Shift[]))
        const counted = seen.filter(({ hadRecentInput }) => !hadRecentInput)
        return {
          sum: counted.reduce((sum, { value }) => sum + value, 0),
          moved: counted.map(
            ({ value, sources }) =>
              `${value.toFixed(4)}: ${sources.map(({ node }) => nameOf(node).slice(0, 80)).join(', ')}`,
          ),
        }
      },
    })
  })
  return async what => {
    const { sum, moved } = await page.evaluate(() => (window as unknown as { shiftsSoFar: () => Shifts }).shiftsSoFar())
    expect(sum, [`what moved on ${what}`, ...moved].join('\n')).toBeLessThanOrEqual(MOST)
  }
}
