import type { GardenError, GardenErrorKind } from '#lib/garden/client/garden-error.ts'

const PASSING: ReadonlySet<GardenErrorKind> = new Set<GardenErrorKind>([
  'unreachable',
  'timeout',
  'unavailable',
  'throttled',
  'conflict',
  'gone',
])

/** Whether an error goes by itself; for any other somebody has to see to rights, credentials or what was asked for. */
export function passes({ kind }: Pick<GardenError, 'kind'>): boolean {
  return PASSING.has(kind)
}
