import { createHash } from 'node:crypto'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { Vanished } from '#lib/garden/inventory/inventory-writer.ts'
import { isMassDisappearance } from '#lib/hap/lifecycle/identity.ts'
import { type BindingKind, bindingKey, type Doubt } from '#lib/hap/pools/binding.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { compareText } from '#lib/hap/text.ts'
import {
  type LandscapeNotice,
  NAMESPACE,
  namespaceUid,
  readNotices,
  writeNotices,
} from '#lib/store/states/landscape-notices.ts'
import type { Store } from '#lib/store/store.ts'
import type { Disappearance } from './binding-register.ts'

/**
 * Three runs of the slowest reader, five minutes each. A replica that ends no claims never calls
 * `ended`: if it becomes leader later, an earlier acceptance must not cover a new loss.
 */
const ACCEPTED_MS = 15 * 60_000

interface LandscapeOptions {
  readonly store: Store
  readonly namespace: string
  /** uid of the namespace; null if the console may not read it, or the server does not answer. */
  readUid(): Promise<string | null>
}

/**
 * Whether the landscape may have been restored or moved. If so, releases and cleaning pause in all
 * replicas until an administrator accepts the notices.
 */
export class Landscape {
  readonly #options: LandscapeOptions
  /** Notices in the database; null before the first read. */
  #stored: readonly LandscapeNotice[] | null = null
  /** Notices that are not stored yet, by source. */
  readonly #unsaved = new Map<string, LandscapeNotice>()
  /** When the acceptance of a source expires, in milliseconds since 1970. */
  readonly #accepted = new Map<string, number>()
  #uid: string | null = null
  /** The bindings in Gardener were compared with those in the database, so that a loss while no console ran is noticed. */
  #isCompared = false

  constructor(options: LandscapeOptions) {
    this.#options = options
  }

  /**
   * Receives objects that disappeared from a list. Pauses at once, before other code reads the
   * inventory.
   */
  readonly vanished: Vanished = (source, count) => {
    if (isMassDisappearance(count)) this.notice({ source, ...count })
  }

  /**
   * Receives what the comparison of the bindings in Gardener with those in the database misses.
   * Releases pause until the first comparison.
   */
  compared(masses: readonly Disappearance[]): void {
    for (const mass of masses) this.notice(mass)
    this.#isCompared = true
  }

  /** Pauses; the next refresh stores the notice for the other replicas. */
  notice({ source, known, gone }: Disappearance): void {
    if (this.notices().some(each => each.source === source)) return
    this.#accepted.delete(source)
    this.#unsaved.set(source, { source, known, gone, seenAt: new Date(this.#options.store.now()) })
  }

  /**
   * Whether claims of missing objects may end: none while releases pause, and many at once only
   * shortly after an administrator accepted the loss. Otherwise the loss is noticed and releases
   * pause; a loss during a pause is noticed too, so that one acceptance covers both.
   */
  allowsEnd(loss: Disappearance): boolean {
    const acceptedUntil = this.#accepted.get(loss.source) ?? 0
    if (isMassDisappearance(loss) && this.#options.store.now() >= acceptedUntil) this.notice(loss)
    return this.pause() === null
  }

  /**
   * No claim of a missing object is left: the next mass disappearance of the source needs a new
   * acceptance.
   */
  ended(source: string): void {
    this.#accepted.delete(source)
  }

  /** Notices that are not accepted, by source. */
  notices(): readonly LandscapeNotice[] {
    return [...(this.#stored ?? []), ...this.#unsaved.values()]
  }

  /** Why releases and cleaning pause, as sentences; null when they do not. */
  readonly pause = (): string | null => {
    if (this.#stored === null) return NOT_COMPARED
    return this.noticed() ?? (this.#isCompared ? null : NOT_COMPARED)
  }

  /** The notices as sentences; null when there are none. */
  noticed(): string | null {
    const seen = this.notices().map(each => noticeText(each, this.#options.namespace))
    return seen.length === 0 ? null : `${seen.join(' ')} ${PAUSED}`
  }

  /** Whether the first comparison of the bindings in Gardener with those in the database was made. */
  get isCompared(): boolean {
    return this.#isCompared
  }

  /** The last uid of the namespace that was read. */
  get uid(): string | null {
    return this.#uid
  }

  /**
   * Stores the notices of this replica, and reads those of all replicas and their acceptance.
   * Throws StoreError.
   */
  async refresh(): Promise<void> {
    const { store, namespace } = this.#options
    const unsaved = [...this.#unsaved.values()]
    if (unsaved.length > 0) await writeNotices(store, namespace, unsaved)
    const stored = await readNotices(store.db, namespace)
    const isOpen = ({ source }: LandscapeNotice) => stored.some(each => each.source === source)
    const until = store.now() + ACCEPTED_MS
    for (const before of this.#stored ?? []) if (!isOpen(before)) this.#accepted.set(before.source, until)
    for (const { source } of stored) this.#accepted.delete(source)
    this.#stored = stored
    for (const { source } of unsaved) this.#unsaved.delete(source)
  }

  /** Compares the uid of the namespace with the known one. Throws StoreError. */
  async checkNamespace(): Promise<void> {
    const { store, namespace, readUid } = this.#options
    const uid = await readUid()
    if (uid === null) return
    this.#uid = uid
    if ((await namespaceUid(store, namespace, uid)) !== uid) this.notice({ source: NAMESPACE, known: 1, gone: 1 })
  }
}

/**
 * Source of the notice that SubscriptionRequests with claims disappeared from the control plane.
 */
export const SUBSCRIPTION_REQUEST = 'SubscriptionRequest'

const NOT_COMPARED =
  'The console has not checked yet whether this landscape was restored or moved. Releases and cleaning start after this check.'
const PAUSED = 'Releases and cleaning pause until an administrator runs "hap landscape accept".'

/** A notice as a sentence. */
function noticeText({ source, known, gone, seenAt }: LandscapeNotice, namespace: string): string {
  const at = `${seenAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  if (source === NAMESPACE) return `Namespace ${namespace} was recreated: its uid changed at ${at}.`
  const from = source === SUBSCRIPTION_REQUEST ? 'the control plane' : namespace
  return `${gone} of ${known} ${source} objects disappeared from ${from} at the same time, at ${at}.`
}

/** The state that an administrator accepts; times are UTC in ISO 8601. */
export interface LandscapeView {
  readonly namespace: string
  /** Digest of the bindings in doubt and the notices: an acceptance with it covers exactly these. */
  readonly seen: string
  /** Whether releases and cleaning pause. */
  readonly paused: boolean
  readonly notices: readonly {
    readonly source: string
    readonly known: number
    readonly gone: number
    readonly seenAt: string
    /** As a sentence. */
    readonly text: string
  }[]
  /** Bindings in doubt by name: only changes that restrict their use are written. */
  readonly doubted: readonly {
    readonly kind: BindingKind
    readonly name: string
    readonly uid: string
    readonly doubt: Doubt
  }[]
}

export function landscapeView(landscape: Landscape, inventory: Inventory): LandscapeView {
  const { namespace } = inventory
  const doubted = doubtedBindings(inventory).map(({ binding: { kind, name, uid, doubt } }) => ({
    kind,
    name,
    uid,
    doubt,
  }))
  return {
    namespace,
    seen: digestOf(doubted, landscape.notices()),
    paused: landscape.pause() !== null,
    notices: landscape.notices().map(notice => {
      const { source, known, gone, seenAt } = notice
      return { source, known, gone, seenAt: seenAt.toISOString(), text: noticeText(notice, namespace) }
    }),
    doubted,
  }
}

/**
 * Depends neither on the replica nor on the order of the notices. Hexadecimal, since it is the value of
 * `--seen`: one in base64 could begin with a dash, which the command line would read as an option.
 */
function digestOf(doubted: LandscapeView['doubted'], notices: readonly LandscapeNotice[]): string {
  const bindings = doubted.map(({ kind, name, uid }) => [kind, name, uid])
  const losses = notices.map(({ source, known, gone, seenAt }) => [source, known, gone, seenAt.toISOString()])
  const sorted = losses.sort(([a], [b]) => compareText(String(a), String(b)))
  return createHash('sha256')
    .update(JSON.stringify([bindings, sorted]))
    .digest('hex')
}

/** Bindings in doubt, by key. */
export function doubtedBindings({ pools }: Pick<Inventory, 'pools'>) {
  return [...pools.values()].filter(isDoubted).sort((a, b) => compareText(bindingKey(a.binding), bindingKey(b.binding)))
}

type Doubted = PooledBinding & { readonly binding: { readonly doubt: Doubt } }

function isDoubted(pooled: PooledBinding): pooled is Doubted {
  return pooled.binding.doubt !== undefined
}

/** Maximum number of bindings that a sentence names. */
const SHOWN = 5

/** A sentence for every page while bindings are in doubt; null when none is. */
export function doubtText(inventory: Pick<Inventory, 'pools'>): string | null {
  const names = doubtedBindings(inventory).map(({ binding }) => binding.name)
  if (names.length === 0) return null
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  const [are, their] = names.length === 1 ? ['binding was', 'its'] : ['bindings were', 'their']
  return `${names.length} ${are} restored, recreated or copied (${names.slice(0, SHOWN).join(', ')}${more}). Until an administrator runs "hap landscape accept", only changes that restrict ${their} use are allowed. Search Bindings for problem:restored to list them.`
}
