import { timestamp } from '#embedded-garden/clock.ts'
import { finalizersOf, isTerminating, metadataOf } from '#embedded-garden/object.ts'
import type { Services } from '#embedded-garden/resource.ts'
import { LIFE } from '#embedded-garden/resources/shoot.ts'
import { projectOf } from '#embedded-garden/resources/shoot-validation.ts'
import { clientAuthorityOf, ensureAuthority, removeAuthority } from '#embedded-garden/shoot-access/shoot-authority.ts'
import { identityOf, SHOOTS } from '#embedded-garden/shoot-access/shoot-identity.ts'
import type { AccountRefusals } from '#embedded-garden/shoot-life/account-errors.ts'
import { advance, removeFinalizer } from '#embedded-garden/shoot-life/advance.ts'
import { type Flow, flowOf, nextStep } from '#embedded-garden/shoot-life/flow.ts'
import { type Stored, thaw } from '#embedded-garden/storage/stored.ts'
import type { Change } from '#embedded-garden/storage/window.ts'
import { WorkQueue } from './work-queue.ts'

export interface ShootLifeOptions {
  /** Time between the steps of an operation; minutes in a real landscape. */
  readonly stepMs: number
  readonly refusals: AccountRefusals
}

/** Delay before an operation is retried after an error or a failed write. */
const RETRY_MS = 1_000

/**
 * Does what gardenlet does with shoots: creates, changes and deletes them step by step. At the
 * start it resumes unfinished operations only, so that other existing shoots stay unchanged.
 */
export function startShootController(services: Services, options: ShootLifeOptions): () => void {
  const { store } = services
  const collection = store.collection(SHOOTS)
  const queue = new WorkQueue(key => reconcile(services, options, key, later), services.clock)
  const later = (key: string, ready: Promise<void>) => {
    ready.then(
      () => queue.add(key),
      () => queue.add(key, RETRY_MS),
    )
  }
  for (const { key, fields } of collection.entries('')) if (fields[LIFE]) queue.add(key)
  const stop = collection.subscribe(change => {
    if (isNews(change)) queue.add(change.object.key)
  })
  return () => {
    stop()
    queue.close()
  }
}

/** Filters out status writes, most of which come from this controller. */
function isNews({ type, object, previous }: Change): boolean {
  if (type !== 'MODIFIED' || !previous) return true
  const [now, then] = [thaw(object), thaw(previous)]
  return isTerminating(now) !== isTerminating(then) || metadataOf(now).generation !== metadataOf(then).generation
}

function reconcile(
  services: Services,
  { stepMs, refusals }: ShootLifeOptions,
  key: string,
  later: (key: string, ready: Promise<void>) => void,
): number | null {
  const { store, clock, shoots } = services
  const stored = store.collection(SHOOTS).get(key)
  if (!stored) return removeRest(store, key)
  const shoot = thaw(stored)
  const flow = flowOf(shoot)
  if (!flow) return null
  const identity = identityOf(shoot)
  if (shoots && flow.type === 'Create' && flow.done >= 0 && !clientAuthorityOf(store, identity)) {
    later(key, ensureAuthority(services, identity, shoots.serverAuthority))
    return null
  }
  if (isDeleted(flow)) return finishDeletion(services, stored)
  const moved = advance(shoot, flow, {
    now: timestamp(clock),
    project: projectOf({ services }, identity.namespace),
    address: shoots?.addressOf(identity.namespace, identity.name) ?? '',
    refusal: refusals.codeFor(store, shoot),
  })
  if (moved) store.put(SHOOTS, shoot)
  // The written shoot shows whether another operation follows, for example after a concurrent change.
  const next = flowOf(shoot)
  const failing = next?.done === flow.done && next.type === flow.type
  return next === null ? null : failing ? Math.max(RETRY_MS, stepMs) : stepMs
}

function isDeleted(flow: Flow): boolean {
  return flow.type === 'Delete' && nextStep(flow)?.progress === 100
}

function finishDeletion({ store }: Services, stored: Stored): null {
  const shoot = thaw(stored)
  removeFinalizer(shoot)
  if (finalizersOf(shoot).length === 0) store.remove(SHOOTS, stored)
  else store.put(SHOOTS, shoot)
  return null
}

function removeRest(store: Services['store'], key: string): null {
  const [namespace = '', name = ''] = key.split('/')
  removeAuthority(store, namespace, name)
  return null
}
