import { Strip } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { CleaningFailures } from '#lib/queries/bindings/cleaners.ts'
import { formatPlural } from '#lib/util/format.ts'

type Alike = CleaningFailures['alike'][number]

/** How many accounts cannot be cleaned, why, and what to do: a line for each reason. */
export function FailingStrips({ failing: { accounts, alike } }: { readonly failing: CleaningFailures }) {
  const told = alike.reduce((sum, each) => sum + each.accounts, 0)
  return (
    <>
      {alike.map(each => (
        <Strip
          key={`${each.provider} ${each.reason}`}
          tone={each.all ? 'danger' : 'warn'}
          action={<TextLink href={found(`failing provider:${each.provider}`)}>Show them</TextLink>}
        >
          <span className={text.strong}>{heading(each)}</span> {each.reason} {each.advice}
        </Strip>
      ))}
      {accounts > told && (
        <Strip tone="warn" action={<TextLink href={found('failing')}>All {accounts}</TextLink>}>
          {formatPlural(accounts - told, 'more account')} cannot be cleaned, for other reasons.
        </Strip>
      )}
    </>
  )
}

function heading({ provider, accounts, all }: Alike): string {
  if (all) return `No account of ${provider} can be cleaned: all ${accounts} that were looked at fail alike.`
  return `${formatPlural(accounts, 'account')} of ${provider} cannot be cleaned.`
}

function found(q: string): string {
  return paths.operators('cleaning', { q })
}
