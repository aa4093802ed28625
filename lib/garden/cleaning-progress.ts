import { z } from 'zod'
import type { ActionFacts, CleanerAvailability } from '#lib/hap/actions/facts.ts'
import { accountCleaningRefusal } from '#lib/hap/actions/judge.ts'
import { cleanNowRequestedAt, verifiability } from '#lib/hap/lifecycle/cleaning.ts'
import { hasForeignNotes } from '#lib/hap/lifecycle/identity.ts'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { stateMark } from '#lib/hap/pools/state.ts'

/** Resources that cleaners inspect, in the order of deletion: a load balancer keeps its addresses in use. */
export const RESOURCE_KINDS = [
  'load-balancer',
  'forwarding-rule',
  'address',
  'volume',
  'disk',
  'snapshot',
  'resource-group',
] as const

export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/** Singular and plural of each kind. */
export const KIND_LABELS: Readonly<Record<ResourceKind, readonly [one: string, several: string]>> = {
  'load-balancer': ['load balancer', 'load balancers'],
  'forwarding-rule': ['forwarding rule', 'forwarding rules'],
  address: ['address', 'addresses'],
  volume: ['volume', 'volumes'],
  disk: ['disk', 'disks'],
  snapshot: ['snapshot', 'snapshots'],
  'resource-group': ['resource group', 'resource groups'],
}

/** Number of remaining resources that evidence names; the others are counted. */
export const MAX_LEFT = 5
export const MAX_PLACES = 30

const Counts = z.partialRecord(z.enum(RESOURCE_KINDS), z.int().min(0))

/** Evidence of a cleaning, without credentials and of bounded size. */
export const Evidence = z.object({
  provider: z.string().max(40),
  /** Version of the cleaner. */
  version: z.string().max(20),
  /** Id of the account at the provider. */
  identity: z.string().max(80),
  places: z.array(z.string().max(60)).max(MAX_PLACES),
  /** First inventory since the account is dirty. */
  found: Counts,
  deleted: Counts,
  /** The latest inventory. */
  left: z.array(z.object({ what: z.string().max(160), why: z.string().max(120) })).max(MAX_LEFT),
  leftMore: z.int().min(0),
  /** Time of the first and of the latest inventory; RFC 3339 in UTC. */
  from: z.string().max(20),
  to: z.string().max(20),
})

export type Evidence = z.infer<typeof Evidence>
export type Counts = z.infer<typeof Counts>

/**
 * Evidence as one line: `aws cleaner 1 on 123456789012: found 3 volumes and 1 address, deleted …,
 * left nothing`.
 */
export function formatEvidence(evidence: Evidence): string {
  const { provider, version, identity, places, found, deleted, left, leftMore, from, to } = evidence
  const where = places.length > 4 ? `${places.length} regions` : places.join(', ')
  const stays = left.length === 0 ? 'left nothing' : `left ${left.length + leftMore}`
  return `${provider} cleaner ${version} on ${identity} (${where}): found ${formatCounts(found)}, deleted ${formatCounts(deleted)}, ${stays}; ${from} to ${to}`
}

/** `3 volumes and 1 address`, `nothing`. */
export function formatCounts(counts: Counts): string {
  const parts = RESOURCE_KINDS.flatMap(kind => {
    const count = counts[kind] ?? 0
    return count === 0 ? [] : [`${count} ${KIND_LABELS[kind][count === 1 ? 0 : 1]}`]
  })
  const last = parts.pop()
  if (last === undefined) return 'nothing'
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

const Moment = z.int().min(0)

/** Progress of an account's cleaning, noted on its binding. Times are milliseconds since 1970. */
const Progress = z.object({
  /** Process that deletes in it, with the end of its lease; null without one. */
  owner: z.object({ name: z.string().max(80), until: Moment }).nullable(),
  /** Failed attempts since the account is dirty or its quarantine was lifted. */
  failures: z.int().min(0),
  /** Consecutive attempts with a transient failure. */
  delays: z.int().min(0),
  /** Rounds of deletion. */
  rounds: z.int().min(0),
  /** Time of the next check. */
  next: Moment,
  /** Times of consecutive empty inventories. */
  emptyAt: z.array(Moment).max(2),
  /** Result of the latest attempt as a sentence, or null. */
  reason: z.string().max(300).nullable(),
  evidence: Evidence.nullable(),
  /** stateMark of its labels: under other labels the account belongs to another tenant. */
  of: z.string().max(500).optional(),
})

export type Progress = Omit<z.infer<typeof Progress>, 'of'>

export const NO_PROGRESS: Progress = {
  owner: null,
  failures: 0,
  delays: 0,
  rounds: 0,
  next: 0,
  emptyAt: [],
  reason: null,
  evidence: null,
}

/** Maximum length of the annotation; longer ones are not the console's. */
const MAX_CHARACTERS = 8_000

type Noted = Pick<Binding, 'kind' | 'uid' | 'createdAt' | 'labels' | 'annotations'>

/**
 * Progress noted on a binding; none when the note is missing, malformed, or of another object or
 * global account.
 */
export function readProgress(binding: Noted): Progress {
  const { kind, labels, annotations } = binding
  if (hasForeignNotes(binding)) return NO_PROGRESS
  let note = known.get(annotations)
  if (note === undefined) {
    note = parseNote(annotations)
    known.set(annotations, note)
  }
  const { of, ...progress } = note
  return of === undefined || of === stateMark(readLabels(kind, labels)) ? progress : NO_PROGRESS
}

/** Bindings are immutable: each note is parsed once. */
const known = new WeakMap<Binding['annotations'], Note>()

type Note = z.infer<typeof Progress>

function parseNote(annotations: Binding['annotations']): Note {
  const text = annotations[ANNOTATIONS.cleaning] ?? ''
  if (text === '' || text.length > MAX_CHARACTERS) return NO_PROGRESS
  try {
    return Progress.safeParse(JSON.parse(text)).data ?? NO_PROGRESS
  } catch {
    return NO_PROGRESS
  }
}

/** The note of a progress; `binding` null for the form of older releases. Truncates a long reason. */
export function formatProgress(progress: Progress, binding: Pick<Binding, 'kind' | 'labels'> | null): string {
  const { reason } = progress
  const of = binding === null ? undefined : stateMark(readLabels(binding.kind, binding.labels))
  return JSON.stringify({ ...progress, reason: reason === null ? null : reason.slice(0, 300), of })
}

/**
 * Time of the next check of an account, in milliseconds since 1970: not before `restedAt`, and not
 * while another process deletes in it. A request to clean skips all other waiting.
 */
export function nextCheckAt(
  binding: Pick<Binding, 'kind' | 'uid' | 'createdAt' | 'labels' | 'annotations'>,
  restedAt: number,
  at: number,
): number {
  const { next, owner } = readProgress(binding)
  return Math.max(cleanNowRequestedAt(binding, at) ?? Math.max(next, restedAt), owner?.until ?? 0)
}

/** What cleaners will do with an account, from the shared settings and the notes on its bindings. */
export function previewCleaner(facts: ActionFacts, settings: CleaningSettings): CleanerAvailability {
  return { refusal: findObstacle(facts, settings), deletes: settings.deletes }
}

function findObstacle(facts: ActionFacts, { cleaners, protectedNames }: CleaningSettings): string | null {
  const { pooled, siblings, at } = facts
  const tells = verifiability(pooled, cleaners)
  if (tells.by === 'person') return tells.reason
  const obstacle = accountCleaningRefusal(facts, protectedNames)
  if (obstacle !== null) return obstacle
  const { owner } = readProgress(pooled.binding)
  if (owner !== null && owner.until > at) return 'A cleaner deletes in it now. Wait until it has ended.'
  // One binding carries the cleaning of an account, so that two checks never overlap.
  const begun = isBegun(pooled.binding) ? undefined : siblings.find(({ binding }) => isBegun(binding))
  return begun === undefined ? null : `Its cleaning has begun by way of ${begun.binding.name}. Ask for that one.`
}

function isBegun({ annotations }: Pick<ActionFacts['pooled']['binding'], 'annotations'>): boolean {
  return Object.hasOwn(annotations, ANNOTATIONS.cleaning)
}

/**
 * Which accounts cleaners may clean, and whether they delete; the same for all processes of an
 * installation.
 */
export interface CleaningSettings {
  /** Gardener's provider types with an active cleaner. */
  readonly cleaners: ReadonlySet<string>
  /** Whether resources are deleted and accounts become free; false for a dry run that only records. */
  readonly deletes: boolean
  /** Names of bindings, Secrets and provider accounts that are never cleaned. */
  readonly protectedNames: ReadonlySet<string>
}
