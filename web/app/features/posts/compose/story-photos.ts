/** A stored photo of a story, as far as pictures need it. */
export interface StoredStoryPhoto {
  id: string
  width: number
  height: number
  placeholder: string | null
}
