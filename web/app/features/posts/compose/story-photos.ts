/** A stored photo of a story, with the data for showing it. */
export interface StoredStoryPhoto {
  id: string
  width: number
  height: number
  placeholder: string | null
}
