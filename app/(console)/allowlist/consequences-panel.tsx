import { Button } from '#components/ui/button.tsx'
import { CellLink, CountLink } from '#components/ui/cell-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import { paths } from '#lib/paths.ts'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import { formatPlural } from '#lib/util/format.ts'
import { IfRead } from '../unread-sources.tsx'
import { ConsequenceList } from './consequence-list.tsx'
import { AccountCount } from './listed-ids.tsx'
import type { ConsequencesPreview } from './use-consequences.ts'

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
        <Panel title="What this changes">
          <NoLines>Someone else changed the settings. Resolve that first to see the consequences.</NoLines>
        </Panel>
      )}
      {changed && !outdated && (
        <Panel title="What this changes" aside={checking ? 'checking' : 'not saved yet'}>
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
      <Panel title="In force now">
        <InForce consequences={consequences} />
      </Panel>
    </>
  )
}

function InForce({ consequences: { rights, over } }: { readonly consequences: Consequences }) {
  const { accounts, bindings, globalAccounts, shoots } = over.before
  return (
    <Facts>
      <Fact name="May own several accounts">
        <IfRead what="bindings">
          <span>
            <CountLink
              count={rights.before}
              href={paths.globalAccounts({ q: 'allowlist' })}
              label="global accounts that may own several accounts"
            />{' '}
            of <CellLink href={paths.globalAccounts()}>{formatPlural(rights.known, 'known global account')}</CellLink>
          </span>
        </IfRead>
      </Fact>
      <Fact name="Over their limit">
        {accounts === 0 ? (
          <IfRead what={['bindings', 'shoots']}>no account</IfRead>
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
