import type { Sort } from '#components/data-table/column.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text/text.ts'

/** A cluster on the page of its account or global account. */
export interface ShootLine {
  readonly shoot: Shoot
  readonly through: { readonly kind: string; readonly name: string } | null
}

/** Sort keys by column. Column ids match the shoots list, so that its export has the same order. */
const TEXTS: Readonly<Record<string, (line: ShootLine) => string>> = {
  name: ({ shoot }) => shoot.name,
  region: ({ shoot }) => shoot.region,
  ga: ({ shoot }) => shoot.globalAccount ?? '',
  subaccount: ({ shoot }) => shoot.subaccount ?? '',
  binding: ({ through }) => (through ? `${through.name} ${through.kind}` : ''),
  // Failed operations before successful ones.
  operation: ({ shoot: { lastOperation, errorCodes } }) =>
    `${errorCodes.length > 0 ? 0 : 1} ${lastOperation?.state ?? ''} ${lastOperation?.type ?? ''}`,
  when: ({ shoot: { lastOperation } }) => lastOperation?.at ?? '',
}

/** Comparator for a sort; ties are ordered by name. */
export function orderOf({ id, desc }: Sort): (a: ShootLine, b: ShootLine) => number {
  const textOf = TEXTS[id] ?? (({ shoot }: ShootLine) => shoot.name)
  const direction = desc ? -1 : 1
  return (a, b) => direction * compareText(textOf(a), textOf(b)) || compareText(a.shoot.name, b.shoot.name)
}
