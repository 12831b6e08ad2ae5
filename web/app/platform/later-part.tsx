import { type ComponentType, Suspense, use, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { replayEarlyInput } from './early-input/replay-early-input.ts'

/**
 * React repeats a render that waited for a module, and must get the same rejected promise then. A new one would make it
 * wait again, and request the module in an endless loop.
 */
const FAILURE_MS = 1000

/** A part of a page in a module of its own, which the browser loads after the page. */
export interface LaterPart<Props> {
  /** The component, once its module is loaded. On the server it always is. */
  find: () => ComponentType<Props> | undefined
  /** Loads the module. Rejects when that fails, and a call more than a second later tries again. */
  load: () => Promise<ComponentType<Props>>
  /** Loads the module. Returns undefined when that fails. */
  loadIfPossible: () => Promise<ComponentType<Props> | undefined>
}

/**
 * Creates a part. `served` is the component on the server, which renders it with the page, and undefined in the
 * browser: `import.meta.env.SSR ? (await import(…)).Part : undefined`.
 */
export function createLaterPart<Props extends object>(
  served: ComponentType<Props> | undefined,
  importPart: () => Promise<ComponentType<Props>>,
): LaterPart<Props> {
  let loaded = served
  let loading: Promise<ComponentType<Props>> | undefined
  let loadingIfPossible: Promise<ComponentType<Props> | undefined> | undefined
  const load = () => {
    loading ??= importPart().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        setTimeout(() => {
          loading = undefined
        }, FAILURE_MS)
        throw error
      },
    )
    return loading
  }
  return {
    find: () => loaded,
    load,
    loadIfPossible: () => {
      loadingIfPossible ??= load().catch(() => undefined)
      return loadingIfPossible
    },
  }
}

interface LaterProps<Props> {
  part: LaterPart<Props>
  props: Props
}

/**
 * Shows a part. In the first page its HTML from the server stays until its module is loaded, and stays for good when
 * that fails: its links and forms work. A navigation waits for the module, so that the part is never empty, and ends
 * on the error page when it does not load.
 */
export function Later<Props extends object>({ part, props }: LaterProps<Props>) {
  const id = useId()
  const isServed = useServed()
  const loaded = <LoadedPart id={id} load={isServed ? part.loadIfPossible : part.load} part={part} props={props} />
  return isServed ? <Suspense fallback={<Served id={id} />}>{loaded}</Suspense> : loaded
}

const subscribeToNothing = () => () => undefined

/**
 * Returns true for an element of the first page, also one that React hydrates long after the page, and stays true. A
 * new value would render the part again instead of hydrating it.
 */
function useServed(): boolean {
  const [served] = useState({ is: false })
  const onHydration = () => {
    served.is = true
    return true
  }
  return useSyncExternalStore(subscribeToNothing, () => served.is, onHydration)
}

interface LoadedPartProps<Props> extends LaterProps<Props> {
  id: string
  load: () => Promise<ComponentType<Props> | undefined>
}

function LoadedPart<Props extends object>({ id, load, part, props }: LoadedPartProps<Props>) {
  // Before `use`, because React repeats a suspended render, in which part.find() may return the component and `use` is
  // not called. React would reject hooks after that, and render the part again instead of hydrating it.
  useEffect(() => void replayEarlyInput(), [])
  const Part = part.find() ?? use(load())
  if (!Part) return <Served id={id} />
  return (
    <div id={id} className="contents">
      <Part {...props} />
    </div>
  )
}

/**
 * Shows the HTML of the server: while it is hydrated, and when React has removed it. React does so when a context
 * changes before the part is hydrated, such as the location, because it then renders the part.
 */
function Served({ id }: { id: string }) {
  const [html] = useState(() => (import.meta.env.SSR ? '' : (document.getElementById(id)?.innerHTML ?? '')))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what this server rendered on this page
  return <div id={id} className="contents" dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />
}
