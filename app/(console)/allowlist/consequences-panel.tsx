import { Button } from '#components/ui/button.tsx'
import { CountLink } from '#components/ui/count-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import { ConsequenceList } from './consequence-list.tsx'
import type { Foreseen } from './use-consequences.ts'

interface ConsequencesPanelProps {
  readonly foreseen: Foreseen
  /** Whether there is a draft. */
  readonly changed: boolean
}

/** What the settings mean for the inventory as it is, and what a draft would change. */
export function ConsequencesPanel({ foreseen, changed }: ConsequencesPanelProps) {
  const { consequences, checking, problem, checkAgain } = foreseen
  return (
    <>
      {changed && (
        <Panel title="What this changes" aside={checking ? 'looking' : 'nothing is saved yet'}>
          <div aria-busy={checking}>
            {problem === null ? (
              <ConsequenceList consequences={consequences} />
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
  const { accounts, globalAccounts, shoots } = over.before
  return (
    <Facts>
      <Fact name="May own several accounts">
        {formatCount(rights.before)} of {formatPlural(rights.known, 'known global account')}
      </Fact>
      <Fact name="Over their limit">
        {accounts === 0 ? (
          'no account'
        ) : (
          <>
            <CountLink
              count={accounts}
              href={paths.bindings({ q: 'problem:over-limit' })}
              label="accounts over their limit"
            />{' '}
            <span className={text.muted}>
              of {formatPlural(globalAccounts, 'global account')}, {formatPlural(shoots, 'shoot')}
            </span>
          </>
        )}
      </Fact>
    </Facts>
  )
}
