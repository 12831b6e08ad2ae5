/** What the bundler tells of a module: who imports it, not counting dynamic imports. */
interface ModuleInfo {
  importers: readonly string[]
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null
}

/** The modules that the first page of a visit begins with. */
const ROOTS = /\/app\/(?:root|routes\/default-layout\/default-layout|routes\/home\/home)\.tsx(?:\?|$)/
/** Styles stay with the screen that imports them: in a shared file they would be loaded again, behind the screens' own rules. */
const STYLE = /\.css(?:\?|$)/
const FRAMEWORK = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//

/**
 * Names the file that a module goes to: the framework, what the start page needs, or undefined for the bundler's own choice.
 * Left alone, the start page loads 50 small files, which compress badly: 149 kB of brotli instead of about 130.
 */
export function nameChunk(id: string, context: ChunkingContext): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework'
  if (STYLE.test(id)) return undefined
  return isNeededAtStart(id, context) ? 'start' : undefined
}

/** Whether a chain of static imports leads from one of the roots to the module. */
function isNeededAtStart(id: string, context: ChunkingContext): boolean {
  const seen = new Set([id])
  for (const module of seen) {
    if (ROOTS.test(module)) return module !== id
    for (const importer of context.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return false
}
