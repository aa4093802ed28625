import { Button } from '#components/ui/button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { CellLink, CountLink } from '#components/ui/links.tsx'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import { paths } from '#lib/paths.ts'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import type { Concerned } from '#lib/queries/pools/owners.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { IfRead, NoneOf } from '../unread-sources.tsx'
import styles from './allowlist.module.css'
import { AccountCount } from './listed-ids.tsx'
import type { ConsequencesPreview } from './use-consequences.ts'

const ICONS: Readonly<Record<ConsequenceLine['tone'], IconName>> = {
  danger: 'error',
  warn: 'warning',
  ok: 'ok',
  none: 'info',
}

/** The consequences of a draft, one per line, worst first. */
export function ConsequenceList({ consequences }: { readonly consequences: Consequences }) {
  const lines = listConsequences(consequences)
  if (lines.length === 0) return <NoneOf what={['bindings', 'shoots']}>No effect on existing global accounts.</NoneOf>
  return (
    <ul className={styles.lines} aria-label="Consequences">
      {lines.map(({ text: line, end, tone }) => (
        <li key={line} className={styles.line}>
          <Icon name={ICONS[tone]} size={14} className={tone === 'none' ? text.muted : text[tone]} />
          <span className={styles.what}>
            <span className={text.strong}>{line}</span> <span className={text.muted}>{end}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** One consequence: its text, its count and its severity. */
interface ConsequenceLine {
  readonly text: string
  readonly end: string
  readonly tone: 'danger' | 'warn' | 'ok' | 'none'
}

/** The consequences of a change, worst first. Leaves out consequences with a count of zero. */
export function listConsequences({ rights, over, stranded, next }: Consequences): readonly ConsequenceLine[] {
  const lines: readonly (ConsequenceLine & { readonly count: number })[] = [
    {
      count: next.stops,
      text: 'Next cluster would be blocked by the guard',
      end: formatPlural(next.stops, 'global account'),
      tone: 'danger',
    },
    {
      count: next.waits,
      text: 'Next cluster would wait: the pool is empty',
      end: formatPlural(next.waits, 'global account'),
      tone: 'danger',
    },
    {
      count: rights.loses.globalAccounts,
      text: 'Would no longer be allowed multiple accounts',
      end: formatConcerned(rights.loses),
      tone: stranded > 0 ? 'warn' : 'none',
    },
    {
      count: stranded,
      text: 'Of these, owning multiple accounts in one pool',
      end: formatPlural(stranded, 'global account'),
      tone: 'warn',
    },
    {
      count: rights.gains.globalAccounts,
      text: 'Would be allowed multiple accounts',
      end: formatConcerned(rights.gains),
      tone: 'ok',
    },
    {
      count: over.after.accounts - over.before.accounts,
      text: 'Accounts over limit',
      end: `${formatCount(over.before.accounts)} → ${formatCount(over.after.accounts)}`,
      tone: 'warn',
    },
    {
      count: over.before.accounts - over.after.accounts,
      text: 'Accounts over limit',
      end: `${formatCount(over.before.accounts)} → ${formatCount(over.after.accounts)}`,
      tone: 'none',
    },
    {
      count: next.claims,
      text: 'Next cluster would claim another account',
      end: formatPlural(next.claims, 'global account'),
      tone: 'none',
    },
    {
      count: next.moves,
      text: 'Next cluster would go to another owned account',
      end: formatPlural(next.moves, 'global account'),
      tone: 'none',
    },
    {
      count: next.reuses,
      text: 'Next cluster would go to an owned account instead of claiming one',
      end: formatPlural(next.reuses, 'global account'),
      tone: 'none',
    },
  ]
  return lines.filter(({ count }) => count > 0)
}

function formatConcerned({ globalAccounts, accounts, shoots }: Concerned): string {
  return `${formatPlural(globalAccounts, 'global account')}, ${formatPlural(accounts, 'account')}, ${formatPlural(shoots, 'shoot')}`
}

interface ConsequencesPanelProps {
  readonly foreseen: ConsequencesPreview
  /** Whether there is a draft. */
  readonly changed: boolean
  /** Whether the base version of the draft is no longer in force. */
  readonly outdated: boolean
}

/** The effect of the settings on the current inventory, and what a draft would change. */
export function ConsequencesPanel({ foreseen, changed, outdated }: ConsequencesPanelProps) {
  const { consequences, checking, problem, checkAgain } = foreseen
  return (
    <>
      {changed && outdated && (
        <Panel title="Effect of this draft">
          <NoLines>Another user changed the settings. Resolve the conflict to see the consequences.</NoLines>
        </Panel>
      )}
      {changed && !outdated && (
        <Panel title="Effect of this draft" aside={checking ? 'checking' : 'not saved yet'}>
          <div aria-busy={checking}>
            {problem === null ? (
              <>
                <ConsequenceList consequences={consequences} />
                {consequences.semantics === 'keb' && <NoLines>{ESTIMATE_MESSAGE}</NoLines>}
              </>
            ) : (
              <Message
                tone="danger"
                announce
                action={
                  checkAgain && (
                    <Button size="small" onClick={checkAgain}>
                      Try again
                    </Button>
                  )
                }
              >
                {problem}
              </Message>
            )}
          </div>
        </Panel>
      )}
      <Panel title="In force">
        <InForce consequences={consequences} />
      </Panel>
    </>
  )
}

function InForce({ consequences: { rights, over } }: { readonly consequences: Consequences }) {
  const { accounts, bindings, globalAccounts, shoots } = over.before
  return (
    <Facts>
      <Fact name="May own multiple accounts">
        <IfRead what="bindings">
          <span>
            <CountLink
              count={rights.before}
              href={paths.globalAccounts({ q: 'allowlist' })}
              noun="global account"
              detail="that may own multiple accounts"
            />{' '}
            of <CellLink href={paths.globalAccounts()}>{formatPlural(rights.known, 'known global account')}</CellLink>
          </span>
        </IfRead>
      </Fact>
      <Fact name="Over limit">
        {accounts === 0 ? (
          <IfRead what={['bindings', 'shoots']}>no accounts</IfRead>
        ) : (
          <>
            <AccountCount
              {...{ accounts, bindings }}
              href={paths.bindings({ q: 'problem:over-limit' })}
              of="over their limit"
              named
            />{' '}
            <span className={text.muted}>
              owned by{' '}
              <CellLink href={paths.globalAccounts({ q: 'problem:over-limit' })}>
                {formatPlural(globalAccounts, 'global account')}
              </CellLink>
              , {formatPlural(shoots, 'shoot')}
            </span>
          </>
        )}
      </Fact>
    </Facts>
  )
}
