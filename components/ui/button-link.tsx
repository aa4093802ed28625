import Link from 'next/link'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'

/** A link that looks like a button: it goes somewhere, so it is an anchor. */
export function ButtonLink({ look, size, icon, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...rest} className={buttonClass({ look, size, icon }, className)} />
}
