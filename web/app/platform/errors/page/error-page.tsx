import { type CSSProperties, type MouseEvent, useEffect } from 'react'
import { Form, href, useLocation } from 'react-router'
import { getSiteName, pageTitle } from '#app/platform/config/site-name.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { ErrorPanel } from '#app/ui/feedback/error-panel.tsx'
import { SearchField } from '#app/ui/forms/text/search-field.tsx'
import { Wordmark } from '#app/ui/navigation/wordmark.tsx'
import { isChunkError } from '../../builds/chunk-error.ts'
import { reloadApp } from '../../builds/reload-app.ts'
import { withBase } from '../../config/app-config.ts'
import { isOffline } from '../../http/is-offline.ts'
import { useClearError } from './clear-error.ts'
import { type DescribedError, describeError } from './describe-error.ts'
import { isNetworkFailure } from './network-failure.ts'
import { findSavedPage, SavedPage } from './saved-page.tsx'
import './error-page.css'

/** The base map behind the panel, at 0° N 0° E. */
function toBaseMapStyle() {
  const baseMap = (theme: string) => `url(${withBase(`/static-map/0,0,4.2/1440x900/${theme}.svg`)})`
  return { '--error-day': baseMap('day'), '--error-night': baseMap('night') } as CSSProperties
}

/** Set when nothing of the page can be shown: the error then fills the window and has its own header. */
export function ErrorPage({ error }: { error: unknown }) {
  const html = findSavedPage()
  if (html !== undefined) return <SavedPage html={html} error={error} />
  return (
    <div className="error-page">
      <header className="error-page-head">
        <div className="graduated-edge" />
        <Wordmark name={getSiteName()} to={href('/')} />
      </header>
      <main id="content">
        <ErrorSheet error={error} />
      </main>
    </div>
  )
}

/** Explains the error: for a 404 what is missing, for all others that nothing was lost. */
export function ErrorSheet({ error }: { error: unknown }) {
  const { status, heading, message } = describeError(error)
  useEffect(() => {
    if (isChunkError(error)) reloadApp()
  }, [error])
  return (
    <div className="error-sheet" style={toBaseMapStyle()}>
      <title>{pageTitle(status === undefined ? heading : `${status} - ${heading}`)}</title>
      <NoughtMark />
      {status === 404 ? (
        <MissingPage heading={heading} message={message} />
      ) : (
        <BrokenPage error={error} status={status} heading={heading} message={message} />
      )}
    </div>
  )
}

/** The “you are here” marker at the centre of the base map. */
function NoughtMark() {
  return (
    <div className="error-zero" aria-hidden="true">
      <svg width="88" height="88" viewBox="-44 -44 88 88" aria-hidden="true">
        <circle r="42" className="error-nought-abouts" />
        <circle r="13.5" className="error-zero-ring" />
        <circle r="6.5" className="error-zero-dot" />
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
          <HomeLink />
        </>
      }
    >
      <p className="wrap-anywhere">{message || heading}</p>
      <p>The link may be incomplete, or the place was removed. You are at 0° N 0° E, where lost coordinates end up.</p>
      <Form role="search" aria-label="What you looked for" action={href('/explore')}>
        <SearchField label="Search spots, cities, tags" name="q" placeholder="Place, city or tag" />
      </Form>
    </ErrorPanel>
  )
}

function BrokenPage({ error, status, heading, message }: { error: unknown } & DescribedError) {
  useRetryOnline(error)
  return (
    <ErrorPanel
      code={status}
      title={heading}
      actions={
        <>
          <RetryLink error={error} />
          <HomeLink />
        </>
      }
    >
      {message !== heading && <p>{message}</p>}
    </ErrorPanel>
  )
}

/**
 * Clears the error and replaces the history entry, so that Back does not lead to it again. A plain link without
 * JavaScript.
 */
function HomeLink() {
  const clearError = useClearError()
  const goHome = onPlainClick(() => clearError({ redirect: href('/') }))
  return (
    <LinkButton to={href('/')} onClick={goHome}>
      Go back home
    </LinkButton>
  )
}

/**
 * Requests the page again. Loads it completely without JavaScript, and when files of the app are missing, except
 * offline.
 */
function RetryLink({ error }: { error: unknown }) {
  const clearError = useClearError()
  const retry = (event: MouseEvent) => {
    if (!isChunkError(error) || isOffline()) onPlainClick(() => clearError())(event)
  }
  return (
    <LinkButton variant="primary" to={useLocation()} reloadDocument onClick={retry}>
      Try again
    </LinkButton>
  )
}

/** Requests the page again as soon as the device has a connection, after an error that came from missing it. */
function useRetryOnline(error: unknown): void {
  const clearError = useClearError()
  useEffect(() => {
    if (!isNetworkFailure(error)) return
    // Modules that failed to load are not requested again within the page.
    const retry = () => (isChunkError(error) ? location.reload() : void clearError())
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [error, clearError])
}

/** Handles a click on a link in place of the browser, unless a modifier key asks for another tab or window. */
function onPlainClick(action: () => Promise<void>) {
  return (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void action()
  }
}
