import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { viewsQuery } from '#app/data/find-queries.ts'
import { FormDisabledReason } from '#components/ui/field.tsx'
import { RenameView, sameAddress, ViewsDialog } from './views-dialog.tsx'

vi.mock('next/navigation', () => ({ usePathname: () => '/bindings', useSearchParams: () => new URLSearchParams() }))
// Mocks the server actions.
vi.mock('./actions.ts', () => ({ saveView: vi.fn(), editView: vi.fn(), removeView: vi.fn() }))

const OTHER = 'This browser is now signed in as Ada.'

const VIEW = { id: 'v-1', name: 'Dirty', href: '/bindings?q=state:dirty', shared: false, own: true, by: 'Olga' }

/** Disabled reasons of all buttons that change something. */
function reasons(obstacle: string | null) {
  const queries = new QueryClient()
  queries.setQueryData(viewsQuery('bindings').queryKey, [{ ...VIEW, mayDelete: true }])
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <FormDisabledReason value={obstacle}>
        <ViewsDialog page="bindings" onClose={() => {}} />
        <RenameView name="Dirty" onRename={async () => {}} onCancel={() => {}} />
      </FormDisabledReason>
    </QueryClientProvider>,
  )
  const buttons = markup.match(/<button.*?<\/button>/g) ?? []
  return {
    markup,
    of: (name: string) =>
      / data-tip="([^"]*)"/.exec(buttons.find(each => each.endsWith(`>${name}</button>`)) ?? 'none')?.[1] ?? null,
  }
}

const CHANGING = ['Save view', 'Replace', 'Share', 'Rename', 'Delete']

test('disables changes of views on a page of another user, with the reason', () => {
  const { markup, of } = reasons(OTHER)
  expect(markup).toMatch(new RegExp(`role="alert"[^]*${OTHER}`))
  for (const name of CHANGING) expect(of(name), name).toBe(OTHER)
})

test('allows changes of views on a page of the same user', () => {
  const { markup, of } = reasons(null)
  expect(markup).not.toContain('role="alert"')
  expect(CHANGING.map(of)).toEqual(['Enter a name.', null, null, null, null])
})

test.each([
  ['/bindings', '/bindings', true],
  ['/bindings?q=state:dirty&sort=-for', '/bindings?sort=-for&q=state%3Adirty', true],
  ['/bindings?q=', '/bindings', true],
  ['/bindings?q=a+b', '/bindings?q=a%20b', true],
  ['/bindings?q=a', '/bindings?q=b', false],
  ['/bindings?q=a', '/pools?q=a', false],
  ['/bindings', '/bindings?sort=name', false],
])('%s and %s: %s', (a, b, same) => expect(sameAddress(a, b)).toBe(same))
