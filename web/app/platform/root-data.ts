import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { ChosenTheme } from '#app/ui/chosen-theme.ts'
import type { AppSettings } from './config/app-settings.ts'
import type { FailedSave } from './errors/failed-save/failed-save.ts'
import { userState } from './session/user-state.ts'
import type { Viewer } from './session/viewer.ts'

/** The contact of the people who run the site, and their rules. Null if not set. */
export interface SiteTexts {
  contact: string | null
  rules: string | null
}

/** The data of the root loader, for every page. */
export interface RootData {
  viewer: Viewer | null
  theme: ChosenTheme
  settings: AppSettings
  /** The form to which this page responds, if it could not be saved. */
  failedSave: FailedSave | undefined
  /** The operator's texts, on the page that shows them. */
  about: SiteTexts | undefined
  /** For moderators: how many items wait for them. */
  waitingCount?: number | undefined
}

/** Returns the root loader's data. Undefined on the error page of a failed root. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined
}

/**
 * Returns the viewer, or null for a visitor. Newer session events of this tab take precedence over the page's data. RLS
 * policies decide what a member may do; screens only reflect it.
 */
export function useViewer(): Viewer | null {
  const viewer = useRootData()?.viewer ?? null
  const findLatest = () => {
    const { isNewer, supabase_user: user } = userState.getState()
    // The same object for the same member: a new one would render the header, also where it is not hydrated yet.
    return isNewer && JSON.stringify(user) !== JSON.stringify(viewer) ? user : viewer
  }
  return useSyncExternalStore(userState.subscribe, findLatest, () => viewer)
}

/** Returns the settings of this installation. */
export function useAppSettings(): AppSettings {
  const root = useRootData()
  if (!root) throw new Error('The settings are missing: the root loader failed.')
  return root.settings
}
