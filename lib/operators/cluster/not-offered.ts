import { compareText } from '#lib/hap/text/text.ts'
import type { CloudProfileObject, Usable, WorkerParts } from './cloud-profile.ts'

/** What of a cluster to be made is looked for in a CloudProfile. */
interface Wanted {
  /** Null where it is offered. */
  readonly region: string | null
  /** Null for a shoot that is there: what it runs on it may keep, though it is not offered any more; of changes the server knows better. */
  readonly parts: WorkerParts | null
}

/** All that a CloudProfile does not have, each with examples of what it has; nothing is missing where it does not tell. */
export function notOffered({ spec = {} }: CloudProfileObject, { region, parts }: Wanted): readonly string[] {
  const regions = (spec.regions ?? []).flatMap(({ name }) => name ?? [])
  return [
    ...(region === null ? [] : [`the region ${region}${examples(regions)}`]),
    ...(parts === null ? [] : missingOf('machine type', spec.machineTypes, parts.machineType)),
    ...(parts === null || parts.volumeType === null
      ? []
      : missingOf('volume type', spec.volumeTypes, parts.volumeType)),
  ]
}

function missingOf(what: string, told: readonly Usable[] | null | undefined, wanted: string): readonly string[] {
  const usable = (told ?? []).flatMap(({ name, usable }) => (name && usable !== false ? [name] : []))
  const isOffered = (told ?? []).length === 0 || usable.includes(wanted)
  return isOffered ? [] : [`the ${what} ${wanted}${examples(usable)}`]
}

/** A profile may offer hundreds. */
const MOST_NAMED = 4

function examples(offered: readonly string[]): string {
  if (offered.length === 0) return ''
  const named = offered.toSorted(compareText).slice(0, MOST_NAMED).join(', ')
  const more = offered.length - MOST_NAMED
  return ` (offered: ${named}${more > 0 ? ` and ${more} more` : ''})`
}
