/** Everything that a card shows. URLs are paths of the site. */
export interface Card {
  /** The path of the category's icon on the site, or the name of a built-in icon. */
  icon: { path: string } | 'list' | 'story' | 'member'
  label: string
  title: string
  isItalic: boolean
  /** The place of a spot or story, the description of a list, or the bio of a member. */
  subtitle: string
  /** The mean of at least three reviews, from 1 to 5. */
  rating: number | null
  picture: { path: string; marks: MapMark[] }
  /** The URL of the map around the point, if the exact point is public. */
  strip: string | null
  /** The sheet of a spot, or the number of spots. */
  code: string
}

/** A spot on the map of a list or a member, in pixels of the picture. Those of a member have no number. */
export interface MapMark {
  x: number
  y: number
  number: number | null
}

export const PICTURE = { width: 699, height: 610 }
export const STRIP = { width: 404, height: 150 }
