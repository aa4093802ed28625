import text from '#components/ui/text.module.css'
import linkStyles from '#components/ui/text-link.module.css'

/** A ticket as entered; a web address becomes a link. */
export function Ticket({ ticket }: { readonly ticket: string }) {
  if (!isWebAddress(ticket)) return <span className={text.mono}>{ticket}</span>
  return (
    <a href={ticket} target="_blank" rel="noreferrer noopener" className={linkStyles.link}>
      {ticket}
    </a>
  )
}

function isWebAddress(ticket: string): boolean {
  return URL.canParse(ticket) && /^https?:$/.test(new URL(ticket).protocol)
}
