'use client'

import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { MATRIX_FIELDS, type Matrix, type MatrixField, parseMatrix } from '#lib/hap/analysis/matrix.ts'
import { useRequest } from '../use-request.ts'

export interface MatrixState {
  readonly texts: Readonly<Record<MatrixField, string>>
  readonly matrix: Matrix
  /** Whether it was asked for as it is. */
  readonly running: boolean
  readonly change: (field: MatrixField, text: string) => void
  readonly run: () => void
  readonly reset: () => void
}

/** The matrix in the fields of the address that hold a single request too; each change has to be asked for anew. */
export function useMatrix(): MatrixState {
  const { texts, change, reset } = useRequest()
  const [run, setRun] = useParameter('run')
  return {
    texts,
    matrix: useMemo(() => parseMatrix(field => texts[field]), [texts]),
    running: run !== '' && MATRIX_FIELDS.some(field => texts[field] !== ''),
    change: (field, text) => {
      // Another plan would take the provider with it, which is meant for all of them here.
      const { provider } = texts
      change(field, text)
      if (field === 'plan' && provider !== '') change('provider', provider)
      setRun('')
    },
    run: () => setRun('1'),
    reset: () => {
      reset()
      setRun('')
    },
  }
}
