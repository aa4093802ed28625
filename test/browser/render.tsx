import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type RenderResult, render } from 'vitest-browser-react/pure'
import { DensityProvider } from '#components/data-table/density-provider.tsx'
import { LiveIndicator } from '#components/shell/live-indicator.tsx'
import { Shell } from '#components/shell/shell.tsx'
import { UserBlock } from '#components/shell/user-block.tsx'
import { ClockProvider } from '#components/ui/clock.tsx'
import { TipLayer } from '#components/ui/tip-layer.tsx'
import { ToastLayer } from '#components/ui/toast.tsx'

/** Address of the page that the test runner loaded; a reload of another address would leave the run. */
const OWN_ADDRESS = location.href

/** Renders a component at an address of the console, with the tips and toasts of a page. */
export function renderAt(address: string, content: ReactNode): Promise<RenderResult> {
  return renderWithin(
    address,
    <>
      {content}
      <ToastLayer />
      <TipLayer />
    </>,
  )
}

/** Renders a component as the content of a page in the console's shell. */
export function renderPage(address: string, content: ReactNode): Promise<RenderResult> {
  return renderWithin(
    address,
    <Shell
      landscape={{ name: 'eu-prod', namespace: 'garden-kyma-prod' }}
      live={<LiveIndicator phase="live" asOf={null} />}
      user={<UserBlock user={{ name: 'm.okafor', role: 'operator' }} theme="system" onSignOut={() => {}} />}
    >
      {content}
    </Shell>,
  )
}

function renderWithin(address: string, content: ReactNode): Promise<RenderResult> {
  history.replaceState(null, '', address)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <HistoryRouter>
      <QueryClientProvider client={queries}>
        <ClockProvider now={Date.now()}>
          <DensityProvider initial="comfortable">{content}</DensityProvider>
        </ClockProvider>
      </QueryClientProvider>
    </HistoryRouter>,
  )
}

/** Renders a component whose address does not matter. */
export function renderPart(content: ReactNode): Promise<RenderResult> {
  return renderAt('/', content)
}

/** Path and query of the current address. */
export function addressNow(): string {
  return location.pathname + location.search
}

/** Restores the address of the runner, and deletes what a test stored in the browser. */
export async function leavePage(): Promise<void> {
  history.replaceState(null, '', OWN_ADDRESS)
  for (const { name } of await cookieStore.getAll()) if (name) await cookieStore.delete(name)
  sessionStorage.clear()
}

/** The part of Next.js's router that components use: it follows the history, and links change the address only. */
function HistoryRouter({ children }: { readonly children: ReactNode }) {
  const [address, setAddress] = useState(addressNow)
  useEffect(() => {
    const follow = () => setAddress(addressNow())
    const { pushState, replaceState } = history
    history.pushState = (...state) => {
      pushState.apply(history, state)
      follow()
    }
    history.replaceState = (...state) => {
      replaceState.apply(history, state)
      follow()
    }
    const visit = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link || link.hash || link.hasAttribute('download') || link.target === '_blank') return
      event.preventDefault()
      history.pushState(null, '', link.href)
    }
    addEventListener('popstate', follow)
    addEventListener('click', visit)
    return () => {
      history.pushState = pushState
      history.replaceState = replaceState
      removeEventListener('popstate', follow)
      removeEventListener('click', visit)
    }
  }, [])
  const url = new URL(address, location.origin)
  const parameters = useMemo(() => new URLSearchParams(url.search), [url.search])
  return (
    <AppRouterContext value={ROUTER}>
      <PathnameContext value={url.pathname}>
        <SearchParamsContext value={parameters}>{children}</SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  )
}

const ROUTER: AppRouterInstance = {
  bfcacheId: '',
  push: href => history.pushState(null, '', href),
  replace: href => history.replaceState(null, '', href),
  back: () => history.back(),
  forward: () => history.forward(),
  refresh: () => {},
  prefetch: () => {},
}
