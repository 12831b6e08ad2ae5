/** Explains the order `best`: a Bayesian average, so that a single review of five does not win. */
export const BEST_LOVED_NOTE = 'By average rating. Ratings from only a few reviews count for less.'
