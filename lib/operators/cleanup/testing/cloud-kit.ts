import type { ResourceKind } from '#lib/garden/cleaning-progress.ts'
import type { Cleaner } from '../cleaner.ts'
import type { Patience } from '../provider-call.ts'
import type { FakeCloud } from './fake-cloud.ts'

/** A provider that a local server plays. */
export interface CloudStandIn {
  readonly cloud: FakeCloud
  readonly cleaner: Cleaner
  /** Data of the account's Secret; every value that is secret contains CANARY. */
  readonly secret: ReadonlyMap<string, string>
  readonly wrongSecret: ReadonlyMap<string, string>
  /** Kinds with the places they are in. */
  readonly places: readonly (readonly [ResourceKind, place: string])[]
  readonly identity: string
  /** Address of the server. */
  readonly origin: string
  close(): Promise<void>
}

export const CANARY = 'c4n4ry'

/** Tries quickly, so that tests do. */
export const HASTY: Patience = { tryMs: 2_000, tries: 3, pauseMs: 1, maxPauseMs: 50 }

export const PROJECT = 'kyma'

/** Creates resources of one cluster, or of an unknown owner, in each place. Returns their ids. */
export function fill(
  standIn: CloudStandIn,
  perPlace: number,
  part: { cluster?: string | null; used?: boolean } = {},
): readonly string[] {
  const { cluster = 'shoot--kyma--c-1', used = false } = part
  return standIn.places.flatMap(([kind, place]) =>
    Array.from({ length: perPlace }, () => {
      const base = cluster !== null && kind === 'resource-group' ? cluster : `${kind}-x`
      const id = `${base}-${++count}`
      standIn.cloud.add({ id, kind, place, cluster, used, ofProvider: false })
      return id
    }),
  )
}

let count = 0
