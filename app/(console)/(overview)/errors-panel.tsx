import { BindingLink } from '#components/hap/binding-link.tsx'
import { errorWords } from '#components/hap/error-words.ts'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { formatPlural } from '#components/ui/format.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import type { AccountErrors } from '#lib/queries/overview/account-errors.ts'
import type { Excerpt } from '#lib/queries/overview/overview.ts'
import { AllOf } from './all-of.tsx'

/** Accounts whose clusters report infrastructure errors: they are broken or full. */
export function ErrorsPanel({ errors }: { readonly errors: Excerpt<AccountErrors> }) {
  return (
    <Panel title="Infrastructure errors" aside={<AllOf excerpt={errors} />}>
      {errors.rows.length === 0 ? (
        <NoLines>No cluster reports an error of its account.</NoLines>
      ) : (
        <LineList label="Infrastructure errors">
          {errors.rows.map(({ binding, codes, shoots }) => (
            <Line
              key={bindingKey(binding)}
              mark={<Icon name="error" size={14} className={text.danger} />}
              end={
                <CellLink href={paths.binding(binding, { tab: 'shoots' })}>{formatPlural(shoots, 'shoot')}</CellLink>
              }
            >
              <BindingLink binding={binding} />
              <span className={cx(text.muted, text.cut)} data-tip={codes.join(', ')}>
                {codes.map(errorWords).join(', ')}
              </span>
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}
