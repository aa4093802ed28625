import { expect, type Locator } from '@playwright/test'

/** Focuses a row. Returns an assertion that the row, the focus and the address of the page have not moved since. */
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
