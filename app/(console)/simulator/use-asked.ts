'use client'

import { useEffect, useState } from 'react'
import type { Request } from '#lib/hap/request.ts'
import { REQUEST_FIELDS } from './request-text.ts'

/** Key strokes that follow each other closer than this are answered together. */
const PAUSE_MS = 30
/** How long an answer may keep the next question waiting. The browser sends actions one by one, so more of them would only pile up. */
const PATIENCE_MS = 2_000

/** The request to evaluate: `request` as soon as typing pauses and the answer before it has come (`busy`). */
export function useAsked(request: Request, busy: boolean): { asked: Request; waiting: boolean } {
  const [asked, setAsked] = useState(request)
  const waiting = REQUEST_FIELDS.some(field => asked[field] !== request[field])
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(setAsked, busy ? PATIENCE_MS : PAUSE_MS, request)
    return () => clearTimeout(timer)
  }, [waiting, busy, request])
  return { asked, waiting }
}
