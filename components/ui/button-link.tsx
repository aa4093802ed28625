'use client'

import Link from 'next/link'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'

/** A link with the look of a button. */
export function ButtonLink({ look, size, icon, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...rest} className={buttonClass({ look, size, icon }, className)} />
}
