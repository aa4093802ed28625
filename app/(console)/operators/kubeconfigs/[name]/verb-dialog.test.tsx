import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { serverNow, setServerNow } from '#components/ui/clock.tsx'
import { getKubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { knownObjects, kubeconfig } from '#lib/queries/operators/testing/known-objects.ts'
import { VerbDialog } from './verb-dialog.tsx'

const objects = knownObjects({ kubeconfigs: [kubeconfig({ name: 'a' })] })
const detail = getKubeconfigDetail({ objects, exceptions: new Map(), at: Date.now() }, 'a')

/** Renders the download button for a user with a sign-in of this age in minutes. */
function downloadButton(minutes: number): string {
  if (detail === null) throw new Error('There is no such request.')
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <VerbDialog
        verb="download"
        obstacle={null}
        detail={detail}
        person={{ name: 'Ada', role: 'admin' }}
        signedInAt={serverNow() - minutes * 60_000}
        signIn={null}
        onClose={() => {}}
        onDone={() => {}}
      />
    </QueryClientProvider>,
  )
  return markup.match(/<button.*?<\/button>/g)?.find(each => each.includes('>Download<')) ?? ''
}

const DAY_MS = 86_400_000

afterEach(() => setServerNow(Date.now()))

test.each([
  ['right', 0],
  ['a day ahead', -DAY_MS],
  ['a day behind', DAY_MS],
])("requires a new sign-in when the last one is too old, also on the button; the browser's clock is %s", (_, ahead) => {
  setServerNow(Date.now() + ahead)
  expect(downloadButton(6)).toMatch(/data-tip="This action requires a sign-in within /)
  expect(downloadButton(1)).toMatch(/data-tip="A reason is required\./)
})
