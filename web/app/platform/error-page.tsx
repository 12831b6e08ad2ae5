import type { CSSProperties } from 'react'
import { Form, href, isRouteErrorResponse } from 'react-router'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { Wordmark } from '#app/ui/wordmark.tsx'
import './error-page.css'

/** The ground behind the panel: nought north, nought east, where lost coordinates wash up. */
const GROUND_STYLE = {
  '--day': 'url(/plate/0,0,4.2/1440x900/day.svg)',
  '--night': 'url(/plate/0,0,4.2/1440x900/night.svg)',
} as CSSProperties

/** The whole window when nothing of the page is left: a sheet with its own head. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <div className="error-page">
      <header className="error-page-head">
        <div className="graduated-edge" />
        <Wordmark name="Hereabouts" to={href('/')} />
      </header>
      <main id="content">
        <ErrorSheet error={error} />
      </main>
    </div>
  )
}

/** What went wrong, for a person: 404 says what is missing, everything else that nothing is lost. */
export function ErrorSheet({ error }: { error: unknown }) {
  const { status, heading, message } = describeError(error)
  return (
    <div className="error-sheet" style={GROUND_STYLE}>
      <title>{`${status} - ${heading} | Hereabouts`}</title>
      <NoughtMark />
      {status === 404 ? (
        <MissingPage heading={heading} message={message} />
      ) : (
        <BrokenPage status={status} heading={heading} message={message} />
      )}
    </div>
  )
}

/** "Here" at nought north, nought east: the middle of the ground. */
function NoughtMark() {
  return (
    <div className="error-nought" aria-hidden="true">
      <svg width="88" height="88" viewBox="-44 -44 88 88" aria-hidden="true">
        <circle r="42" className="error-nought-abouts" />
        <circle r="13.5" className="error-nought-ring" />
        <circle r="6.5" className="error-nought-dot" />
      </svg>
      <span className="measured">0°00′N 0°00′E · JJ00AA</span>
    </div>
  )
}

function MissingPage({ heading, message }: { heading: string; message: string }) {
  return (
    <ErrorPanel
      code="404"
      title="Off the sheet"
      actions={
        <>
          <LinkButton variant="primary" to={href('/explore')}>
            Back to the map
          </LinkButton>
          <LinkButton to={href('/')}>Go back home</LinkButton>
        </>
      }
    >
      <p className="wrap-anywhere">{message || heading}</p>
      <p>
        The link may be cut short, or the place was taken off the map. You are at nought north, nought east, where lost
        coordinates wash up.
      </p>
      <Form role="search" aria-label="What you looked for" action={href('/explore')}>
        <SearchField label="Search spots, cities, tags" name="q" placeholder="A place, a city, a tag" />
      </Form>
    </ErrorPanel>
  )
}

function BrokenPage({ status, heading, message }: { status: number; heading: string; message: string }) {
  return (
    <ErrorPanel
      code={status}
      title={heading}
      actions={
        <>
          <LinkButton variant="primary" to="" reloadDocument>
            Try again
          </LinkButton>
          <LinkButton to={href('/')}>Go back home</LinkButton>
        </>
      }
    >
      <p>{message}</p>
    </ErrorPanel>
  )
}

/** The status and words of an error page. An unexpected error tells nothing of itself. */
export function describeError(error: unknown): { status: number; heading: string; message: string } {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const fallback = status === 404 ? 'Page Not Found' : 'Internal Server Error'
  if (!isRouteErrorResponse(error)) {
    return { status, heading: fallback, message: 'That did not reach us. Nothing is lost; try again in a moment.' }
  }
  const message = typeof error.data?.message === 'string' ? error.data.message : ''
  return { status, heading: error.statusText || fallback, message }
}
