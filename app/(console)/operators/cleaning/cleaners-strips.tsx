import { TextLink } from '#components/ui/links.tsx'
import { Strip } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { CleanersView, CleaningFailures } from '#lib/queries/bindings/cleaners.ts'
import { formatPlural } from '#lib/util/format.ts'

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Joins names: `a`, `a and b`, `a, b and c`. */
function formatNames(names: readonly string[]): string {
  return LIST.format(names)
}

/** Says which cleaners run in this landscape and which accounts wait for a person. */
export function CleanersStrip({ cleaners }: { readonly cleaners: CleanersView }) {
  const { unverifiable, byHand, on } = cleaners
  return (
    <Strip
      tone="info"
      action={
        on.length > 0 &&
        byHand > 0 && (
          <TextLink href={paths.operators('cleaning', { q: 'tells:person' })}>
            {formatPlural(byHand, 'account waits', 'accounts wait')} for a manual check
          </TextLink>
        )
      }
    >
      <CleanersModeText cleaners={cleaners} /> {formatNames(unverifiable)} have no cleaner: their accounts must be
      checked and confirmed clean manually.
    </Strip>
  )
}

function CleanersModeText({ cleaners: { on, deletes } }: { readonly cleaners: CleanersView }) {
  if (on.length === 0) {
    return (
      <>
        <span className={text.strong}>Cleaners are off.</span> Accounts not cleaned by KEB’s cleanup job must be
        confirmed manually. <span className={text.mono}>HAP_CLEANERS</span> enables cleaners.
      </>
    )
  }
  const cleaners = `${on.length === 1 ? 'The cleaner' : 'Cleaners'} for ${formatNames(on)}`
  if (deletes)
    return (
      <>
        {cleaners} {on.length === 1 ? 'is' : 'are'} on.
      </>
    )
  return (
    <>
      <span className={text.strong}>Dry run.</span> {cleaners} {on.length === 1 ? 'reports' : 'report'} what would be
      deleted. Nothing is deleted and no account becomes free until{' '}
      <span className={text.mono}>HAP_CLEANERS_DELETE</span> is on.
    </>
  )
}

type FailureGroup = CleaningFailures['alike'][number]

/** Shows accounts that cannot be cleaned, one strip per reason with the next step. */
export function FailingStrips({ failing: { accounts, alike } }: { readonly failing: CleaningFailures }) {
  const listed = alike.reduce((sum, each) => sum + each.accounts, 0)
  return (
    <>
      {alike.map(each => (
        <Strip
          key={`${each.provider} ${each.reason}`}
          tone={each.all ? 'danger' : 'warn'}
          action={<TextLink href={searchHref(`failing provider:${each.provider}`)}>Show</TextLink>}
        >
          <span className={text.strong}>{formatHeading(each)}</span> {each.reason} {each.advice}
        </Strip>
      ))}
      {accounts > listed && (
        <Strip tone="warn" action={<TextLink href={searchHref('failing')}>All {accounts}</TextLink>}>
          {formatPlural(accounts - listed, 'more account')} cannot be cleaned for other reasons.
        </Strip>
      )}
    </>
  )
}

function formatHeading({ provider, accounts, all }: FailureGroup): string {
  if (all) return `No account of ${provider} can be cleaned: all ${accounts} checked accounts fail in the same way.`
  return `${formatPlural(accounts, 'account')} of ${provider} cannot be cleaned.`
}

function searchHref(q: string): string {
  return paths.operators('cleaning', { q })
}
