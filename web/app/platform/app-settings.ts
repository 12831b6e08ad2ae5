import { createContext } from 'react-router'

/** What the browser may know of this installation. Rendered into the page by the root loader. */
export interface AppSettings {
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** The base of the Supabase services; the site's own origin unless the project is hosted. */
  supabaseUrl: string
  publishableKey: string
  /** An operator's own MapLibre style; undefined for the built-in base map. */
  mapStyleUrl: string | undefined
}

/** What only the server holds: how it reaches the backend, and the key for chores that have no user. */
export interface ServerSettings extends AppSettings {
  secretKey: string
  /** In process when the backend runs in this process, else over the network. */
  backendFetch: typeof fetch
}

/** Set by the HTTP process for each request. */
export const serverSettingsContext = createContext<ServerSettings>()
