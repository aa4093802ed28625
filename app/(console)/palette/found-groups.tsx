import { STATE_NAMES } from '#components/hap/binding-state.tsx'
import { shortenId } from '#components/hap/shorten-id.ts'
import { StateGlyph } from '#components/hap/state-glyph.tsx'
import type { Command } from '#components/palette/commands.ts'
import { poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { FoundThings } from '#lib/queries/find-things.ts'
import { findNamed } from '#lib/search/find-named.ts'
import { formatValue } from '#lib/search/format.ts'
import { formatCount } from '#lib/util/format.ts'
import { type RankedGroup, ranked } from './matching-groups.ts'

/** Groups of the server's results that match `text`, best match first in each group. */
export function foundGroups(found: FoundThings, text: string): readonly RankedGroup[] {
  const group = <Item extends { readonly name: string }>(
    heading: string,
    items: readonly Item[],
    commandOf: (item: Item) => Command,
  ) =>
    ranked(
      heading,
      findNamed(items, text, items.length, ({ name }) => [name]),
      commandOf,
    )
  return [
    group('Pools', found.pools, ({ pool }) => ({
      id: `pool ${poolKey(pool)}`,
      label: poolName(pool),
      icon: 'pools',
      act: { href: paths.pool(pool) },
    })),
    group('Bindings by state', found.states, ({ state, bindings }) => ({
      id: `state ${state}`,
      label: 'Bindings',
      mark: <StateGlyph state={state} />,
      detail: `state:${state}`,
      note: formatCount(bindings),
      act: { href: paths.bindings({ q: `state:${state}` }) },
    })),
    group('Bindings', found.bindings, ({ name, kind, binding, state, pool }) => ({
      id: `binding ${kind}/${binding}`,
      label: binding,
      mono: true,
      mark: <StateGlyph state={state} />,
      note: [STATE_NAMES[state].label, pool && poolName(pool)].filter(Boolean).join(', '),
      ...(name !== binding && { detail: name }),
      act: { href: paths.binding({ kind, name: binding }) },
    })),
    group('Global accounts', found.globalAccounts, ({ name }) => ({
      id: `global account ${name}`,
      label: name,
      mono: true,
      icon: 'global-accounts',
      act: { href: paths.globalAccount(name) },
    })),
    group('Shoots', found.shoots, ({ name, shoot, globalAccount }) => ({
      id: `shoot ${shoot} ${globalAccount}`,
      label: shoot,
      mono: true,
      icon: 'shoots',
      note: globalAccount === null ? '' : shortenId(globalAccount),
      ...(name !== shoot && { detail: name }),
      act: { href: paths.shoots({ q: `name:${formatValue(shoot)}` }) },
    })),
  ].flat()
}
