import { useEffect } from 'react'
import { assetUrl } from '../config/app-config.ts'
import { findBuildId } from './build-id.ts'
import { markOutdated, watchBuilds } from './build-watch.ts'

/** Makes the next navigation load the whole page once a new build is out. */
export function useBuildWatch(): void {
  useEffect(() => {
    const ownId = findBuildId()
    if (ownId === undefined) return
    return watchBuilds({ latestUrl: assetUrl('builds/latest.json'), ownId, onUpdate: markOutdated })
  }, [])
}
