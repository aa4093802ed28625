'use client'

import Link from 'next/link'
import { useParameter } from '#components/address/use-parameter.ts'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'

const FIELDS = [{ name: 'state', kind: 'enum', values: ['free', 'dirty'], description: 'State' }] as const

export default function AddressGallery() {
  const [query, setQuery] = useParameter('q')
  const [tab, setTab] = useParameter('tab', { step: true })
  return (
    <>
      <PageHead title="Address" />
      <SearchBox label="Search" fields={FIELDS} value={query} onChange={setQuery} hits="" />
      <output>{`${query}|${tab}`}</output>
      <button type="button" onClick={() => setTab('yaml')}>
        YAML
      </button>
      <Link href="/address?q=state:free">Free ones</Link>
    </>
  )
}
