import { isRouteErrorResponse, Link } from 'react-router'

/** What went wrong, for a person: 404 says what is missing, everything else that nothing is lost. */
export function ErrorPage({ error }: { error: unknown }) {
  const { status, heading, message } = describeError(error)
  return (
    <main id="content">
      <title>{`${status} - ${heading} | Hereabouts`}</title>
      <h1>{heading}</h1>
      <p>{message}</p>
      <Link to="/">Go back home</Link>
    </main>
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
