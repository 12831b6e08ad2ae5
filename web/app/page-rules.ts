import { isStorable } from './lib/is-storable.ts'
import type { PageRule, PageRules } from './platform/page-validation/page-validation.ts'

/** Longer than any name the site creates. */
const LONGEST_NAME = 200

/** Validation rules by route pattern in `routes.ts`. Routes without a rule accept any URL. */
export const pageRules: PageRules = {
  'spot/:id': isName('id'),
  'spot/:id/edit': isName('id'),
  'spot/:id/history': isName('id'),
  'spot/:id/suggest': isName('id'),
  'spot/:id/suggestions/:number?': isName('id'),
  'spot/:id/merge': isName('id'),
  'city/:name': isName('name'),
  'post/:slug': isName('slug'),
}

function isName(parameter: string): PageRule {
  return ({ params: { [parameter]: name = '' } }) => isStorable(name) && name.length <= LONGEST_NAME
}
