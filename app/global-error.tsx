'use client'

import './styles/tokens.css'
import './styles/base.css'

/**
 * Replaces the page when the shell failed to render. Uses plain elements, because the component
 * library may be the cause and every page loads this file.
 */
export default function GlobalError({ reset }: { readonly reset: () => void }) {
  return (
    <html lang="en" translate="no">
      <body>
        <main style={{ padding: 'var(--gutter)' }}>
          <h1>The console could not be displayed</h1>
          <p>Nothing was changed.</p>
          <button type="button" onClick={reset} style={{ textDecoration: 'underline' }}>
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
