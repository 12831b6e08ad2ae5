// First, so that its order of cascade layers is the one that counts: sheets of screens put their rules into these layers.
import './app.css'

import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { serverSettingsContext } from '#app/platform/app-settings.ts'
import { ErrorPage } from '#app/platform/error-page.tsx'
import { guardMiddleware } from '#app/platform/guard.server.ts'
import { PAGE_SETTINGS_ID, writePageSettings } from '#app/platform/page-settings-text.ts'
import { type RootData, useRootData } from '#app/platform/root-data.ts'
import { findViewer, sessionMiddleware } from '#app/platform/session.server.ts'
import { readTheme } from '#app/platform/theme-cookie.ts'
import { useProfileSync } from '#app/platform/use-profile-sync.ts'
import { useSessionWatch } from '#app/platform/use-session-watch.ts'
import { preloadedFonts } from '#app/styles/preloaded-fonts.ts'
import { ChosenThemeProvider } from '#app/ui/chosen-theme.ts'
import type { Route } from './+types/root.ts'

export const middleware: Route.MiddlewareFunction[] = [sessionMiddleware, guardMiddleware]

export function loader({ request, context }: Route.LoaderArgs): RootData {
  const { secretKey: _, backendFetch: __, ...settings } = context.get(serverSettingsContext)
  return { viewer: findViewer(context), theme: readTheme(request.headers.get('cookie') ?? ''), settings }
}

export const links: Route.LinksFunction = () => preloadedFonts

export const meta: Route.MetaFunction = () => [{ title: 'Hereabouts' }]

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData()
  return (
    <html lang="en" data-theme={root?.theme ?? 'system'} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
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
  useSessionWatch(loaderData.viewer, loaderData.settings)
  return (
    <ChosenThemeProvider value={loaderData.theme}>
      <Outlet />
    </ChosenThemeProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
