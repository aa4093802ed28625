import type { GardenSize } from '#embedded-garden/landscape/size.ts'
import { Contact } from '#lib/garden/reflector/contact.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'

/** An inventory of a generated landscape; complete once `read` was called. */
export function readLandscape(size: GardenSize) {
  const { context, writer, sources } = landscapeContext(size)
  const contact = () => new Contact({ clock: () => context.at, staleAfterMs: 60_000, onChange: () => {} })
  const all = { CredentialsBinding: contact(), SecretBinding: contact(), Shoot: contact() }
  for (const source of ['CredentialsBinding', 'SecretBinding', 'Shoot'] as const) sources.add(source, all[source])
  const read = () => {
    for (const each of Object.values(all)) {
      each.listed()
      each.live()
    }
  }
  return { context, inventory: context.inventory, writer, read }
}
