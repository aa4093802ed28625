import type { Page } from '@playwright/test'

interface Awaited {
  /** The user action, as the browser calls it. */
  readonly event: 'keydown' | 'click'
  /** CSS selector of the element that changes. */
  readonly where: string
  /** Text that the element shows only after the action. */
  readonly says: string
}

const PATIENCE_MS = 10_000

/** Milliseconds by the browser's clock from `act` until the frame that shows the awaited text. Throws when it never appears. */
export async function timeUntil(page: Page, awaited: Awaited, act: () => Promise<void>): Promise<number> {
  const saidBefore = await page.evaluate(({ event, where, says }) => {
    const isSaid = () => [...document.querySelectorAll(where)].some(({ textContent }) => textContent.includes(says))
    const answered = new Promise<number>(resolve => {
      const begin = ({ timeStamp }: Event) => {
        const observer = new MutationObserver(() => {
          if (!isSaid()) return
          observer.disconnect()
          resolve(performance.now() - timeStamp)
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      }
      window.addEventListener(event, begin, { capture: true, once: true })
    })
    Object.assign(window, { answered })
    return isSaid()
  }, awaited)
  if (saidBefore) throw new Error(`The page says "${awaited.says}" before anything is done.`)
  await act()
  return page.evaluate(
    ([patience, says]) => {
      const { answered } = window as unknown as { answered: Promise<number> }
      const never = new Promise<number>((_, reject) => {
        setTimeout(() => reject(new Error(`The page does not say "${says}".`)), patience)
      })
      return Promise.race([answered, never])
    },
    [PATIENCE_MS, awaited.says] as const,
  )
}
