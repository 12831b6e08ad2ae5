import { useEffect, useState } from 'react'
import { type SiteTexts, useRootData } from '#app/platform/root-data.ts'

const NONE: SiteTexts = { contact: null, rules: null }

/**
 * Returns the operator's texts. The server puts them into the page; a navigation within the site loads no data for a
 * prerendered page, so they are fetched then.
 */
export function useSiteTexts(): SiteTexts {
  const given = useRootData()?.about
  const [fetched, setFetched] = useState(NONE)
  useEffect(() => {
    if (!given) void fetchSiteTexts().then((texts) => texts && setFetched(texts))
  }, [given])
  return given ?? fetched
}

/** Returns null without a network. The page then shows only the texts that all sites share. */
async function fetchSiteTexts(): Promise<SiteTexts | null> {
  // Imported on demand, because visitors whose page has the texts need no client.
  const { getBrowserClient } = await import('#app/platform/session/browser-client.ts')
  const supabase = await getBrowserClient()
  const { data } = await supabase.from('instance_settings').select('contact, rules').maybeSingle()
  return data
}
