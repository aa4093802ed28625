'use client'

import Link from 'next/link'
import { useState } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'

const FIELDS = [{ name: 'state', kind: 'enum', values: ['free', 'dirty'], description: 'State' }] as const

export default function AddressGallery() {
  const [query, setQuery] = useParameter('q')
  const [tab, setTab] = useParameter('tab', { step: true })
  const [open, setOpen] = useState(true)
  const typeAndClose = () => {
    setQuery('typed')
    setOpen(false)
  }
  return (
    <>
      <PageHead title="Address" />
      <SearchBox label="Search" fields={FIELDS} value={query} onChange={setQuery} hits="" />
      <output>{`${query}|${tab}`}</output>
      <button type="button" onClick={() => setTab('yaml')}>
        YAML
      </button>
      {open && <Part />}
      <button type="button" onClick={typeAndClose}>
        Type and close
      </button>
      <Link href="/address?q=state:free">Free ones</Link>
    </>
  )
}

/** Has a parameter of its own, and goes away before the page does. */
function Part() {
  const [sort] = useParameter('sort')
  return <p>Sorted by {sort || 'name'}</p>
}
