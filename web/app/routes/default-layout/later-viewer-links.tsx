import { createLaterPart } from '#app/platform/later-part.tsx'
// Loaded with the links, it would arrive after the server's page is shown.
import './notifications/unread-count.css'

const served = import.meta.env.SSR ? (await import('./viewer-links.tsx')).ViewerLinks : undefined

/** The header links of members. Visitors do not load them. */
export const viewerLinks = createLaterPart(served, async () => (await import('./viewer-links.tsx')).ViewerLinks)
