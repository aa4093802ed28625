/** Logo: three bars of a pool, partly free. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1.25" y="1.25" width="17.5" height="17.5" rx="4" fill="none" stroke="var(--text)" strokeWidth="1.5" />
      <path d="M4.5 5.5h7M4.5 10h11M4.5 14.5h4" stroke="var(--text)" strokeWidth="2.2" />
      <path d="M13 5.5h2.5M10 14.5h5.5" stroke="var(--accent)" strokeWidth="2.2" />
    </svg>
  )
}
