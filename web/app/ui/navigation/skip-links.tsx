/** The first thing the Tab key finds: ways past the header. */
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
