import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { type BindingKind, bindingKey, type Doubt } from '#lib/hap/pools/binding.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { compareText } from '#lib/hap/text/text.ts'
import { type Landscape, noticeText } from './landscape.ts'

/** What an administrator accepts; times are UTC in ISO 8601. */
export interface LandscapeView {
  readonly namespace: string
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
  readonly doubted: readonly { readonly kind: BindingKind; readonly name: string; readonly doubt: Doubt }[]
}

export function landscapeView(landscape: Landscape, inventory: Inventory): LandscapeView {
  const { namespace } = inventory
  return {
    namespace,
    paused: landscape.pause() !== null,
    notices: landscape.notices().map(notice => {
      const { source, known, gone, seenAt } = notice
      return { source, known, gone, seenAt: seenAt.toISOString(), text: noticeText(notice, namespace) }
    }),
    doubted: doubtedBindings(inventory).map(({ binding: { kind, name, doubt } }) => ({ kind, name, doubt })),
  }
}

/** Bindings in doubt, by key. */
export function doubtedBindings({ pools }: Pick<Inventory, 'pools'>) {
  return [...pools.values()].filter(isDoubted).sort((a, b) => compareText(bindingKey(a.binding), bindingKey(b.binding)))
}

type Doubted = PooledBinding & { readonly binding: { readonly doubt: Doubt } }

function isDoubted(pooled: PooledBinding): pooled is Doubted {
  return pooled.binding.doubt !== undefined
}

/** Bindings that are named in a sentence. */
const SHOWN = 5

/** A sentence for every page while bindings are in doubt; null when none is. */
export function doubtText(inventory: Pick<Inventory, 'pools'>): string | null {
  const names = doubtedBindings(inventory).map(({ binding }) => binding.name)
  if (names.length === 0) return null
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  const [are, their] = names.length === 1 ? ['binding was', 'its'] : ['bindings were', 'their']
  return `${names.length} ${are} restored, recreated or copied (${names.slice(0, SHOWN).join(', ')}${more}): only changes that restrict ${their} use are written until an administrator runs "hap landscape accept".`
}
