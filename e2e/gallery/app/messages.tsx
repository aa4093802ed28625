import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import styles from './sheet.module.css'

/** What is said above a page, and in place of it. */
export function Messages() {
  return (
    <>
      <Panel title="Messages" padded>
        <div className={styles.stack}>
          <Message tone="danger">
            <b>Not released: the binding changed.</b> KEB set tenantName 4 s ago. Your reason is kept.
          </Message>
          <Message tone="warn" action={<TextLink href="/">See finding</TextLink>}>
            <b>Two bindings refer to one account.</b> aws-eu-0231-sb names the same Secret.
          </Message>
          <Message tone="ok">The API server accepts this change.</Message>
          <Message tone="info">18 bindings changed while the order is frozen.</Message>
        </div>
      </Panel>
      <EmptyState reason="empty" title="No bindings yet" actions={<Button>Show how to label one</Button>}>
        Label a CredentialsBinding with <span className={text.mono}>hyperscalerType</span> and it appears here within a
        second.
      </EmptyState>
      <EmptyState
        reason="filtered"
        title="No binding matches"
        actions={
          <>
            <Button>Clear filter</Button>
            <Button look="ghost">Drop state:held</Button>
          </>
        }
      >
        None of 20,412 bindings matches <span className={text.mono}>type:aws state:held</span>.
      </EmptyState>
      <EmptyState reason="forbidden" title="You cannot list shoots here">
        Role viewer lacks <span className={text.mono}>list shoots</span> in garden-kyma-prod. Bindings are still shown.
      </EmptyState>
      <EmptyState reason="unreachable" title="Gardener does not answer" actions={<Button>Try now</Button>}>
        Last answer at 12:04:07 UTC, 3 min ago. Next try in 8 s.
      </EmptyState>
    </>
  )
}
