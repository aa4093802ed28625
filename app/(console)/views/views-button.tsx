'use client'

import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { ViewPage } from '#lib/queries/view-query.ts'

// Who opens no view loads nothing of it. The server never draws it, so what next/dynamic has for that is not needed.
const ViewsDialog = lazy(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }))

/** Beside the search box of a list: opens the views of the page. */
export function ViewsButton({ page }: { readonly page: ViewPage }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Views
      </Button>
      {open && (
        <Suspense>
          <ViewsDialog page={page} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
