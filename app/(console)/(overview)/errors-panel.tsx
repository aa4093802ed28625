import { Fragment } from 'react'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { formatErrorCode } from '#lib/hap/pools/shoot.ts'
import type { AccountErrors } from '#lib/queries/bindings/infrastructure-errors.ts'
import type { Excerpt } from '#lib/queries/overview.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { NoneOf } from '../none-of.tsx'
import { failingAccounts, failingShoots, failingShootsOfAccount } from '../shoots/shoot-links.ts'

interface ErrorsPanelProps {
  readonly errors: Excerpt<AccountErrors>
  /** Shoots that report one, on whatever account. */
  readonly failing: number
}

/** Accounts whose clusters report infrastructure errors: they are broken or full. */
export function ErrorsPanel({ errors, failing }: ErrorsPanelProps) {
  return (
    <Panel
      title="Infrastructure errors"
      aside={
        failing > 0 && (
          <>
            <TextLink href={failingShoots()}>{formatPlural(failing, 'shoot')}</TextLink>
            {errors.count > 0 && <TextLink href={failingAccounts()}>{formatPlural(errors.count, 'account')}</TextLink>}
          </>
        )
      }
    >
      {errors.rows.length === 0 ? (
        <NoneOf what="shoots">No shoot reports an infrastructure error.</NoneOf>
      ) : (
        <LineList label="Infrastructure errors">
          {errors.rows.map(row => (
            <Line
              key={bindingKey(row.binding)}
              mark={<Icon name="error" size={14} className={text.danger} />}
              end={<CellLink href={failingShootsOfAccount(row.account)}>{formatPlural(row.shoots, 'shoot')}</CellLink>}
            >
              <BindingLink binding={row.binding} />
              <Codes of={row} />
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

/** What the clusters of an account report; how many report what, where that is not all of them. */
function Codes({ of: { account, codes } }: { readonly of: AccountErrors }) {
  return (
    <span className={cx(text.muted, text.cut)} data-tip={codes.map(({ code }) => code).join(', ')}>
      {codes.map(({ code, shoots }, index) => (
        <Fragment key={code}>
          {index > 0 && ', '}
          {codes.length === 1 ? (
            formatErrorCode(code)
          ) : (
            <CellLink href={failingShootsOfAccount(account, code)}>
              {formatCount(shoots)} {formatErrorCode(code)}
            </CellLink>
          )}
        </Fragment>
      ))}
    </span>
  )
}
