import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { ChosenTheme } from '#app/ui/chosen-theme.ts'
import type { AppSettings } from './app-settings.ts'
import { userState } from './session/user-state.ts'
import type { Viewer } from './viewer.ts'

/** What the root loader gives every page. */
export interface RootData {
  viewer: Viewer | null
  theme: ChosenTheme
  settings: AppSettings
}

/** The root loader's data; undefined on the error page of a failed root. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined
}

/**
 * Who is signed in; null for a visitor. What this tab has heard since the page's data came goes before them. Screens only reflect it:
 * row rules decide what a member may do.
 */
export function useViewer(): Viewer | null {
  const viewer = useRootData()?.viewer ?? null
  const told = useSyncExternalStore(userState.subscribe, userState.getTold, () => undefined)
  return told ? told.supabase_user : viewer
}

/** The settings of this installation. */
export function useAppSettings(): AppSettings {
  const root = useRootData()
  if (!root) throw new Error('The settings are missing: the root loader failed.')
  return root.settings
}
