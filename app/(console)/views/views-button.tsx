'use client'

import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { ViewPage } from '#lib/queries/view-query.ts'

// Loads the dialog on demand. The server never renders it, so `lazy` is enough without
// next/dynamic.
const ViewsDialog = lazy(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }))

/** Button beside the search box that opens the views of the page. */
export function ViewsButton({ page }: { readonly page: ViewPage }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Saved views
      </Button>
      {open && (
        <Suspense>
          <ViewsDialog page={page} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
