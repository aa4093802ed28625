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
import { failingAccounts, failingShoots, failingShootsOfAccount } from '../shoots/shoot-links.ts'
import { NoneOf } from '../unread-sources.tsx'

interface ErrorsPanelProps {
  readonly errors: Excerpt<AccountErrors>
  /** Counts the shoots that report an infrastructure error, on any account. */
  readonly failing: number
}

/** Accounts whose clusters report infrastructure errors, for example because a quota is used up. */
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

/** The error codes of an account, each with the number of shoots unless all of them report it. */
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
