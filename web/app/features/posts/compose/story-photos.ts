/** A stored photo of a story, as far as pictures need it. */
export interface StoredStoryPhoto {
  id: string
  width: number
  height: number
  placeholder: string | null
}

/** A photo of the text, stored or not. */
export interface PlacedPhoto {
  id: string
  isStored: boolean
}
