import { join } from 'node:path'
import { readConfig } from '../../backend/src/config.ts'
import { readMapTiles } from '../../web/server/settings/web-config.ts'
import { openStreetMap } from '../../web/server/streets/street-map.ts'

/** Returns sentences on street maps that are missing or unreadable. The map also works without streets. */
export async function findStreetGap(environment: Record<string, string | undefined>): Promise<string[]> {
  if (environment.MAP_STYLE_URL) return []
  const folder = join(readConfig(environment).dataFolder, 'maps')
  const gaps: string[] = []
  const warn = (_message: string, { location, reason }: Record<string, unknown>) =>
    void gaps.push(`The street map ${location} cannot be used: ${reason}.`)
  const map = await openStreetMap({ locations: readMapTiles(environment), folder, warn })
  await map.close()
  if (map.settings) return gaps
  return [...gaps, 'The map has no streets. To get those of a city: npm run map -- extract URL --city florence.']
}
