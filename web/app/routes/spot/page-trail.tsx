import { TextLink } from '#app/ui/navigation/text-link.tsx'
import './page-trail.css'

/** The breadcrumbs of a page about a spot: "Fetta di Polenta / History". */
export function PageTrail({ to, title, here }: { to: string; title: string; here: string }) {
  return (
    <nav aria-label="Back to the spot" className="page-trail">
      <TextLink to={to} dir="auto" className="page-trail-link">
        {title}
      </TextLink>
      <span aria-hidden="true"> / </span>
      <span aria-current="page">{here}</span>
    </nav>
  )
}
