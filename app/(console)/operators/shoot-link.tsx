import { CellLink } from '#components/ui/cell-link.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'

/** The name of a shoot, leading to its row. */
export function ShootLink({ name }: { readonly name: string }) {
  return (
    <CellLink href={paths.shoots({ q: `name:${name}` })} className={text.mono}>
      {name}
    </CellLink>
  )
}
