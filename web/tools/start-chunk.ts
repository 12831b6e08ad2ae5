/** The bundler's information on a module: its importers, except dynamic ones. */
interface ModuleInfo {
  importers: readonly string[]
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null
}

/** The entry modules of the start page. */
const ROOTS = /\/app\/(?:root|routes\/default-layout\/default-layout|routes\/home\/home)\.tsx(?:\?|$)/
/**
 * Styles stay with the screen that imports them. In a shared file they would load again, after the screens' own rules.
 */
const STYLE = /\.css(?:\?|$)/
const FRAMEWORK = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//

/**
 * Returns the chunk of a module: the framework, the start page, or undefined for the bundler's own choice. With that
 * choice alone the start page loads 50 small files, which compress badly: 149 kB of brotli instead of about 130.
 */
export function nameChunk(id: string, context: ChunkingContext): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework'
  if (STYLE.test(id)) return undefined
  return isNeededAtStart(id, context) ? 'start' : undefined
}

/** Returns true if a chain of static imports leads from one of the roots to the module. */
function isNeededAtStart(id: string, context: ChunkingContext): boolean {
  const seen = new Set([id])
  for (const module of seen) {
    if (ROOTS.test(module)) return module !== id
    for (const importer of context.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return false
}
