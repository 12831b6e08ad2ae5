/** The labels of ratings 1 to 5. */
export const ratingWords = ['skip it', 'fine', 'good', 'worth the way', 'go now'] as const

/** Returns the label of a rating. */
export function describeRating(rating: number): string {
  return ratingWords[rating - 1] ?? ''
}
