/** What a rating of 1 to 5 says, lowest first. */
export const ratingWords = ['skip it', 'fine', 'good', 'worth the way', 'go now'] as const
