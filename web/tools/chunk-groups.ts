/** The bundler's information about a module: its source, and its static imports in both directions. */
interface ModuleInfo {
  code: string | null
  importers: readonly string[]
  importedIds: readonly string[]
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null
}

/** A group of modules that the bundler puts into one file. Groups of higher priority choose first. */
interface ChunkGroup {
  name: (id: string, context: ChunkingContext) => string | null
  priority: number
}

type Condition = (id: string, context: ChunkingContext) => boolean

const FRAMEWORK = /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//
/** The entry modules of the start page. */
const START = /\/app\/(?:root|routes\/default-layout\/default-layout|routes\/home\/home)\.tsx(?:\?|$)/
/** The parts of the start page that load after its first view. */
const SECTIONS = /\/app\/routes\/home\/home-sections\.tsx(?:\?|$)/
const SCREEN = /\/app\/routes\/(.+)\.tsx\?__react-router-build-client-route/
/** Screens that load little else. */
const LIGHT_SCREEN = /^(?:about|login|signup|oauth-consent)\//
const WIDGETS = /\/node_modules\/(?:@base-ui|@floating-ui)\//
const DIALOG = /\/app\/ui\/dialogs\/dialog\.tsx$/
const MENU = /\/app\/ui\/dialogs\/menu\.tsx$/
/**
 * Styles that only some of these modules import stay in files of their own. In a shared file they would load again,
 * after the screens' own rules.
 */
const STYLE = /\.css(?:\?|$)/
/** A third of all screens. */
const MOST_SCREENS = 12
/** Characters of source. */
const TINY = 1500

/**
 * The groups of the browser build. First the framework, the start page and its later parts: left to the bundler, the
 * start page would load 50 small files, which compress badly. Then the modules that several screens need: the bundler
 * would make a file for each combination of screens, so that explore loads 85 files and a spot 77, half of them below
 * 500 bytes. The bundler decides about everything else.
 */
export const CHUNK_GROUPS: ChunkGroup[] = toGroups([
  ['framework', (id) => FRAMEWORK.test(id)],
  ['start', (id, context) => isNeededBy(START, id, context)],
  ['sections', (id, context) => isNeededBy(SECTIONS, id, context)],
  ['common', isCommon],
  ['small', isTiny],
  ['dialogs', (id, context) => DIALOG.test(id) || isSharedWidget(id, context, 8)],
  ['menus', (id, context) => MENU.test(id) || isSharedWidget(id, context, 5)],
])

function toGroups(groups: [name: string, holds: Condition][]): ChunkGroup[] {
  return groups.map(([name, holds], index) => ({
    name: (id, context) => (!STYLE.test(id) && holds(id, context) ? name : null),
    priority: groups.length - index,
  }))
}

/** Returns true for a module that most screens need, and for a tiny one that a light screen shares with others. */
function isCommon(id: string, context: ChunkingContext): boolean {
  const screens = findScreens(id, context)
  return screens.length >= MOST_SCREENS || (isTiny(id, context) && screens.some((screen) => LIGHT_SCREEN.test(screen)))
}

/**
 * Returns true for a module that several screens need and that is tiny together with its imports. Imports that are
 * loaded in any case do not count.
 */
function isTiny(id: string, context: ChunkingContext): boolean {
  if (findScreens(id, context).length < 2) return false
  let size = 0
  const seen = new Set([id])
  for (const module of seen) {
    if (isLoadedAnyway(module, context)) continue
    const { code, importedIds } = context.getModuleInfo(module) ?? { code: null, importedIds: [] }
    size += code?.length ?? 0
    if (size > TINY) return false
    for (const imported of importedIds) seen.add(imported)
  }
  return true
}

function isLoadedAnyway(id: string, context: ChunkingContext): boolean {
  if (STYLE.test(id) || FRAMEWORK.test(id)) return true
  return (
    isNeededBy(START, id, context) ||
    isNeededBy(SECTIONS, id, context) ||
    findScreens(id, context).length >= MOST_SCREENS
  )
}

function isSharedWidget(id: string, context: ChunkingContext, screens: number): boolean {
  return WIDGETS.test(id) && findScreens(id, context).length >= screens
}

/** Returns the screens that need a module for their first view. */
function findScreens(id: string, context: ChunkingContext): string[] {
  return [...findImporters(id, context)].flatMap((module) => SCREEN.exec(module)?.[1] ?? [])
}

function isNeededBy(root: RegExp, id: string, context: ChunkingContext): boolean {
  return [...findImporters(id, context)].some((module) => root.test(module))
}

/** Returns a module and all that import it statically, directly or not. */
function findImporters(id: string, context: ChunkingContext): Set<string> {
  const seen = new Set([id])
  for (const module of seen) for (const importer of context.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  return seen
}
