import { expect, type Page } from '@playwright/test'
import type { BindingKind } from '#lib/hap/pools/binding.ts'

export interface Idle {
  readonly kind: BindingKind
  readonly name: string
  readonly tenant: string
}

/** A claimed binding without clusters whose account has no other binding. */
export async function idleBinding({ request }: Pick<Page, 'request'>): Promise<Idle> {
  const answer = await request.get('/api/v1/bindings?q=state:claimed+shoots:0+kind:CredentialsBinding&limit=100')
  const { rows } = await answer.json()
  const row = rows.find(({ others }: { others: number }) => others === 0)
  expect(row).toBeTruthy()
  return row
}
