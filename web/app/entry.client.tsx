import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { shareScreenStyles } from '#app/platform/builds/chunk-styles.ts'
import { retryImports } from '#app/platform/builds/import-retry.ts'
import { preloadRoutes } from '#app/platform/builds/preload-route.ts'
import { watchChunkErrors } from '#app/platform/builds/route-module-failure.ts'
import { findPageSettingsText } from '#app/platform/config/page-settings-text.ts'
import { saveServerPage } from '#app/platform/errors/page/saved-page.tsx'
import { hydrationReports, startUp } from '#app/platform/errors/start-up.ts'
import { createPageFetch } from '#app/platform/http/page-fetch.ts'

/** The router fetches page data and its manifest by the global function. */
const retryPageFiles = () => {
  window.fetch = createPageFetch(window.fetch.bind(window))
}

startUp(
  retryPageFiles,
  retryImports,
  preloadRoutes,
  shareScreenStyles,
  findPageSettingsText,
  saveServerPage,
  watchChunkErrors,
)
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    hydrationReports,
  )
})
