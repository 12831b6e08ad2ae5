/** The bundler's information on a module: its importers and imports, except dynamic ones. */
interface ModuleInfo {
  importers: readonly string[]
  importedIds: readonly string[]
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null
}

/** The entry modules of the start page. */
const START = /\/app\/(?:root|routes\/default-layout\/default-layout|routes\/home\/home)\.tsx(?:\?|$)/
/** The entry modules of the two screens that visitors open most. */
const EXPLORE = /\/app\/routes\/explore\/explore\.tsx(?:\?|$)/
const SPOT = /\/app\/routes\/spot\/spot\.tsx(?:\?|$)/
/**
 * Styles stay with the screen that imports them. In a shared file they would load again, after the screens' own rules.
 */
const STYLE = /\.css(?:\?|$)/
/** Menus and popups are large, and read the browser's name when they load. Pages without them do not load them. */
const CONTROLS = /\/node_modules\/@base-ui\//
const FRAMEWORK = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//

/**
 * Returns the chunk of a module: the framework, the start page, what explore and spots have in common (with and without
 * controls), or undefined for the bundler's own choice. With that choice alone these pages load 50 small files each, which compress badly (the start
 * page 149 kB of brotli instead of about 130) and take a dozen round trips over HTTP/1.1.
 */
export function nameChunk(id: string, context: ChunkingContext): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework'
  if (STYLE.test(id)) return undefined
  if (isNeededBy(START, id, context)) return 'start'
  if (!isNeededBy(EXPLORE, id, context) || !isNeededBy(SPOT, id, context)) return undefined
  return needsControls(id, context) ? 'controls' : 'common'
}

function needsControls(id: string, context: ChunkingContext): boolean {
  const seen = new Set([id])
  for (const module of seen) {
    if (CONTROLS.test(module)) return true
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) seen.add(imported)
  }
  return false
}

/** Returns true if a chain of static imports leads from one of the roots to the module. */
function isNeededBy(roots: RegExp, id: string, context: ChunkingContext): boolean {
  const seen = new Set([id])
  for (const module of seen) {
    if (roots.test(module)) return module !== id
    for (const importer of context.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return false
}
