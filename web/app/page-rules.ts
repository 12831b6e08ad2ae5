import { isStorable } from './lib/is-storable.ts'
import type { PageRule, PageRules } from './platform/page-validation.ts'

/** Longer than any name that we give. */
const LONGEST_NAME = 200

/** Which addresses can have a page at all, by the pattern of their route in `routes.ts`. The others may have any. */
export const pageRules: PageRules = {
  'spot/:id': isName('id'),
  'spot/:id/edit': isName('id'),
  'city/:name': isName('name'),
  'post/:slug': isName('slug'),
}

function isName(parameter: string): PageRule {
  return ({ params: { [parameter]: name = '' } }) => isStorable(name) && name.length <= LONGEST_NAME
}
