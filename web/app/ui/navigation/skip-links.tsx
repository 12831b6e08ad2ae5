/** Skip links past the header, first in the tab order. */
export function SkipLinks({ links }: { links: readonly { href: `#${string}`; label: string }[] }) {
  return (
    <div className="skip-links">
      {links.map((link) => (
        <a key={link.href} className="skip-link" href={link.href}>
          {link.label}
        </a>
      ))}
    </div>
  )
}
