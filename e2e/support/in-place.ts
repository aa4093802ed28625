import { expect, type Locator } from '@playwright/test'

/** Focuses a row. Out: asserts that since then neither it, nor the focus, nor the address of its page has moved. */
export async function focusInPlace(row: Locator): Promise<() => Promise<void>> {
  const page = row.page()
  const address = page.url()
  await row.focus()
  const place = await row.boundingBox()
  return async () => {
    await expect(row).toBeFocused()
    await expect(page).toHaveURL(address)
    expect(await row.boundingBox()).toEqual(place)
  }
}
