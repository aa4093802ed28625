import type { Page } from '@playwright/test'

interface Entry {
  readonly actor: string
  readonly action: string
  readonly outcome: string
  readonly detail: string | null
}

/** The most recent refused attempts in the audit log, newest first: actor, action and reason. */
export async function lastRefusals(page: Page, most: number): Promise<readonly string[]> {
  const answer = await page.request.get(`/api/v1/audit?q=outcome:refused&limit=${most}`)
  const { rows }: { readonly rows: readonly Entry[] } = await answer.json()
  return rows.map(({ actor, action, detail }) => `${actor}, ${action}: ${detail}`)
}
