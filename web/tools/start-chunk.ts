/** The bundler's information on a module: its importers, except dynamic ones. */
interface ModuleInfo {
  importers: readonly string[]
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null
}

/** A group of modules that the bundler puts into one file. Groups of higher priority choose first. */
interface ChunkGroup {
  name: (id: string, context: ChunkingContext) => string | null
  priority: number
}

/** The entry modules of the start page. */
const START = /\/app\/(?:root|routes\/default-layout\/default-layout|routes\/home\/home)\.tsx(?:\?|$)/
/** The parts of the start page that load after its first view. */
const SECTIONS = /\/app\/routes\/home\/home-sections\.tsx(?:\?|$)/
/**
 * Styles that only some of these modules import stay in files of their own. In a shared file they would load again,
 * after the screens' own rules.
 */
const STYLE = /\.css(?:\?|$)/
const FRAMEWORK = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//

/**
 * The groups of the browser build: the framework, the start page, and its later parts. Everything else is the bundler's
 * own choice. With that choice alone the start page loads 50 small files, which compress badly: 149 kB of brotli instead
 * of about 113.
 */
export const CHUNK_GROUPS: ChunkGroup[] = [
  { name: (id) => (FRAMEWORK.test(id) ? 'framework' : null), priority: 3 },
  { name: (id, context) => (isNeededBy(START, id, context) ? 'start' : null), priority: 2 },
  { name: (id, context) => (isNeededBy(SECTIONS, id, context) ? 'sections' : null), priority: 1 },
]

/** Returns true for a matching module and for what it imports statically, directly or not, except style sheets. */
function isNeededBy(root: RegExp, id: string, context: ChunkingContext): boolean {
  if (STYLE.test(id)) return false
  const seen = new Set([id])
  for (const module of seen) {
    if (root.test(module)) return true
    for (const importer of context.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return false
}
