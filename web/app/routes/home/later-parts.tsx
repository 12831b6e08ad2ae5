import { createLaterPart } from '#app/platform/later-part.tsx'
// The styles of all parts: loaded with their code, they would arrive after the server's page is shown.
import '#app/features/account/first-steps/first-steps.css'
import '#app/features/account/members/member-link.css'
import '#app/features/map/embedded/click-to-load-map.css'
import '#app/features/map/frame/distance-rings.css'
import '#app/features/map/frame/neatline.css'
import '#app/features/map/frame/scale-bar.css'
import '#app/features/map/isolines/isoline-drawing.css'
import '#app/features/map/live/lazy-map.css'
import '#app/features/map/marks/map-marks.css'
import '#app/features/map/static/static-map.css'
import '#app/features/posts/post-rows.css'

// The server renders all parts with the page, so it imports them here.
const sections = import.meta.env.SSR ? await import('./home-sections.tsx') : undefined
const stories = import.meta.env.SSR ? await import('./all-stories.tsx') : undefined
const start = import.meta.env.SSR ? await import('./first-run.tsx') : undefined

/** One file for all parts that every visit of the start page shows. */
const importSections = () => import('./home-sections.tsx')

export const homeMap = createLaterPart(
  sections?.openingParts.HomeMap,
  async () => (await importSections()).openingParts.HomeMap,
)
export const spotKey = createLaterPart(
  sections?.openingParts.SpotKey,
  async () => (await importSections()).openingParts.SpotKey,
)
export const homeSections = createLaterPart(sections?.HomeSections, async () => (await importSections()).HomeSections)
export const allStories = createLaterPart(
  stories?.AllStories,
  async () => (await import('./all-stories.tsx')).AllStories,
)
export const firstRun = createLaterPart(start?.FirstRun, async () => (await import('./first-run.tsx')).FirstRun)
