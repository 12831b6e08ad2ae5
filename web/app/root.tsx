import './app.css'

import { type ReactNode, useEffect } from 'react'
import { href, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { queueSavesMiddleware, useOfflineSaves } from '#app/features/lists/offline-saves/use-offline-saves.ts'
import { newBuildMiddleware } from '#app/platform/builds/build-watch.ts'
import { useBuildWatch } from '#app/platform/builds/use-build-watch.ts'
import {
  getAppConfig,
  publicFileUrl,
  toConfigAttributes,
  withBase,
  withoutBase,
} from '#app/platform/config/app-config.ts'
import { serverSettingsContext, toAppSettings } from '#app/platform/config/app-settings.ts'
import { PAGE_SETTINGS_ID, writePageSettings } from '#app/platform/config/page-settings-text.ts'
import { DEFAULT_SITE_NAME, getSiteName } from '#app/platform/config/site-name.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { EarlyInputScript } from '#app/platform/early-input/early-input-script.tsx'
import { findFailedSave } from '#app/platform/errors/failed-save/failed-save.server.ts'
import { keepFormMiddleware } from '#app/platform/errors/failed-save/keep-form.ts'
import { keepLayoutMiddleware } from '#app/platform/errors/failed-save/keep-layout.ts'
import { botErrorMiddleware } from '#app/platform/errors/page/bot-error.server.ts'
import { errorHeadersMiddleware } from '#app/platform/errors/page/error-headers.server.ts'
import { ErrorPage } from '#app/platform/errors/page/error-page.tsx'
import { rejectUnmatched } from '#app/platform/errors/page/not-found.ts'
import { markMounted } from '#app/platform/errors/start-up.ts'
import { clientGuardMiddleware } from '#app/platform/guard/client-guard.ts'
import { guardMiddleware } from '#app/platform/guard/guard.server.ts'
import { twoFactorMiddleware } from '#app/platform/guard/two-factor.server.ts'
import { rejectBy } from '#app/platform/page-validation/page-validation.server.ts'
import { validateBy } from '#app/platform/page-validation/page-validation.ts'
import { usePageViews } from '#app/platform/page-views/use-page-views.ts'
import { frameWaitMiddleware } from '#app/platform/payload/frame-wait.ts'
import { normalizePagePath } from '#app/platform/payload/payload.ts'
import { payloadMiddleware, shouldRevalidateRoot } from '#app/platform/payload/payload-middleware.ts'
import { PrefetchLater } from '#app/platform/payload/prefetch-later.tsx'
import { type RootData, useRootData } from '#app/platform/root-data.ts'
import { clientRuleRedirectMiddleware } from '#app/platform/route-rules/client-rule-redirect.ts'
import { namedMiddleware } from '#app/platform/route-rules/named-middleware.server.ts'
import { ruleRedirectMiddleware } from '#app/platform/route-rules/rule-redirect.server.ts'
import { useRouteRules } from '#app/platform/route-rules/use-route-rules.ts'
import { findWaitingCount } from '#app/platform/session/find-waiting-count.server.ts'
import { findViewer, sessionMiddleware } from '#app/platform/session/session.server.ts'
import { useProfileSync } from '#app/platform/session/use-profile-sync.ts'
import { useSessionWatch } from '#app/platform/session/use-session-watch.ts'
import { readTheme } from '#app/platform/theme-cookie.ts'
import { listHeadLinks } from '#app/styles/head-links.ts'
import { ChosenThemeProvider } from '#app/ui/chosen-theme.ts'
import { NavigationProgress } from '#app/ui/navigation/navigation-progress.tsx'
import type { Route } from './+types/root.ts'
import { pageRules } from './page-rules.ts'

export const middleware: Route.MiddlewareFunction[] = [
  errorHeadersMiddleware,
  botErrorMiddleware,
  ruleRedirectMiddleware,
  sessionMiddleware,
  guardMiddleware,
  twoFactorMiddleware,
  rejectBy(pageRules),
  namedMiddleware,
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  queueSavesMiddleware,
  keepFormMiddleware,
  keepLayoutMiddleware,
  frameWaitMiddleware,
  newBuildMiddleware,
  clientRuleRedirectMiddleware,
  clientGuardMiddleware,
  rejectUnmatched,
  validateBy(pageRules),
  payloadMiddleware,
]

export async function loader({ request, context }: Route.LoaderArgs): Promise<RootData> {
  const serverSettings = context.get(serverSettingsContext)
  const settings = toAppSettings(serverSettings)
  const isAbout = normalizePagePath(withoutBase(new URL(request.url).pathname)) === href('/about')
  return {
    viewer: findViewer(context),
    theme: readTheme(request.headers.get('cookie') ?? ''),
    settings,
    failedSave: findFailedSave(context),
    about: isAbout ? await getSite(serverSettings) : undefined,
    waitingCount: await findWaitingCount(context),
  }
}

export const shouldRevalidate = shouldRevalidateRoot

export const links: Route.LinksFunction = () => listHeadLinks()

/** Error pages render their own title. */
export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: getSiteName() }])

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData()
  const siteName = getSiteName()
  return (
    <html
      lang="en"
      data-theme={root?.theme ?? 'system'}
      {...toConfigAttributes(getAppConfig())}
      data-site={siteName === DEFAULT_SITE_NAME ? undefined : siteName}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        {/* Declares the layers before any stylesheet, regardless of their order of arrival. Screens and shared components put their rules into these layers. */}
        <style>{'@layer theme, base, components, utilities;'}</style>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={publicFileUrl('favicon.svg')} type="image/svg+xml" />
        <link rel="manifest" href={withBase('/site.webmanifest')} />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={siteName}
          href={withBase('/opensearch.xml')}
        />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <EarlyInputScript />
        {root && (
          <script
            id={PAGE_SETTINGS_ID}
            type="application/json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON, escaped by writePageSettings
            dangerouslySetInnerHTML={{ __html: writePageSettings(root.settings) }}
          />
        )}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  useProfileSync(loaderData.viewer)
  usePageViews()
  useSessionWatch(loaderData.viewer, loaderData.settings)
  useBuildWatch()
  useOfflineSaves()
  useRouteRules(loaderData.settings)
  useEffect(markMounted, [])
  useEffect(() => {
    void import('./styles/late-fonts.css')
  }, [])
  return (
    <ChosenThemeProvider value={loaderData.theme}>
      <NavigationProgress />
      <Outlet />
      <PrefetchLater />
    </ChosenThemeProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
