'use client'

import { useEffect, useState } from 'react'
import type { Request } from '#lib/hap/request.ts'
import { REQUEST_FIELDS } from './request-text.ts'

/** How long an answer may keep the next question waiting. The browser sends actions one by one, so more of them would only pile up. */
const PATIENCE_MS = 2_000

/** The request to evaluate: `request` at once, or as soon as the answer before it has come (`busy`). */
export function useAsked(request: Request, busy: boolean): { asked: Request; waiting: boolean } {
  const [asked, setAsked] = useState(request)
  const waiting = REQUEST_FIELDS.some(field => asked[field] !== request[field])
  if (waiting && !busy) setAsked(request)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(setAsked, PATIENCE_MS, request)
    return () => clearTimeout(timer)
  }, [waiting, request])
  return { asked, waiting }
}
