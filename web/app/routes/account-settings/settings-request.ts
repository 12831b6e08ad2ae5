import type { User } from '@supabase/supabase-js'
import type { Supabase } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'

/** The request for the data of one settings section. */
export interface SettingsRequest {
  supabase: Supabase
  viewer: Viewer
  user: User
  settings: ServerSettings
  /** True while the page asks whether to stop all emails. */
  isStopping: boolean
}
