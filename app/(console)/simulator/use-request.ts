'use client'

import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import type { Request } from '#lib/hap/request.ts'
import { SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import { parseRequest, REQUEST_FIELDS, type RequestField } from './request-text.ts'

interface RequestState {
  /** The texts as typed. */
  readonly texts: Request
  /** The parsed request, without the provider that follows from the plan. */
  readonly request: Request
  readonly change: (field: RequestField, text: string) => void
  readonly reset: () => void
}

/**
 * The request in the search parameters. Changing the plan clears the provider chosen for the
 * previous one.
 */
export function useRequest(): RequestState {
  const [plan, setPlan] = useParameter(SIMULATOR_PARAMETERS.plan)
  const [provider, setProvider] = useParameter(SIMULATOR_PARAMETERS.provider)
  const [platformRegion, setPlatformRegion] = useParameter(SIMULATOR_PARAMETERS.platformRegion)
  const [hyperscalerRegion, setHyperscalerRegion] = useParameter(SIMULATOR_PARAMETERS.hyperscalerRegion)
  const [globalAccount, setGlobalAccount] = useParameter(SIMULATOR_PARAMETERS.globalAccount)
  const texts = useMemo(
    () => ({ plan, provider, platformRegion, hyperscalerRegion, globalAccount }),
    [plan, provider, platformRegion, hyperscalerRegion, globalAccount],
  )
  const set: Record<RequestField, (text: string) => void> = {
    plan: setPlan,
    provider: setProvider,
    platformRegion: setPlatformRegion,
    hyperscalerRegion: setHyperscalerRegion,
    globalAccount: setGlobalAccount,
  }
  const change = (field: RequestField, text: string) => {
    set[field](text)
    if (field === 'plan') setProvider('')
  }
  const reset = () => {
    for (const field of REQUEST_FIELDS) set[field]('')
  }
  return { texts, request: useMemo(() => parseRequest(field => texts[field]), [texts]), change, reset }
}
