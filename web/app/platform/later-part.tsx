import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { replayEarlyInput } from './early-input/replay-early-input.ts'
import { hasMounted } from './errors/start-up.ts'

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
  /** Loads the module. Returns undefined when that fails, and a call more than a second later tries again. */
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
  const forgetFailure = () => {
    loading = undefined
    loadingIfPossible = undefined
  }
  const load = () => {
    loading ??= importPart().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        setTimeout(forgetFailure, FAILURE_MS)
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
  /** Shown after a navigation until the module is loaded, and for good when that fails. */
  fallback?: ReactNode
}

/**
 * Shows a part. In the first page its HTML from the server stays until its module is loaded, and stays for good when
 * that fails: its links and forms work. Without a fallback, a navigation waits for the module, so that the part is
 * never empty, and ends on the error page when it does not load.
 */
export function Later<Props extends object>({ part, props, fallback }: LaterProps<Props>) {
  const [isFirstPage] = useState(() => !hasMounted())
  if (isFirstPage) {
    return (
      <Suspense>
        <ServedPart part={part} props={props} />
      </Suspense>
    )
  }
  if (fallback === undefined) return <LoadedPart load={part.load} part={part} props={props} />
  return (
    <Suspense fallback={fallback}>
      <LoadedPart load={part.loadIfPossible} part={part} props={props} fallback={fallback} />
    </Suspense>
  )
}

/** React does not touch the content of an element that is hydrated with HTML. */
const SERVED = { __html: '' }

/** A part in an element of its own, which keeps the HTML of the server when the module does not load. */
function ServedPart<Props extends object>({ part, props }: LaterProps<Props>) {
  const Part = useLoaded(part, part.loadIfPossible)
  if (Part) {
    return (
      <div className="contents" key="loaded">
        <Part {...props} />
      </div>
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: adds nothing to what this server rendered
  return <div className="contents" key="served" dangerouslySetInnerHTML={SERVED} suppressHydrationWarning />
}

interface LoadedPartProps<Props> extends LaterProps<Props> {
  load: () => Promise<ComponentType<Props> | undefined>
}

function LoadedPart<Props extends object>({ load, part, props, fallback }: LoadedPartProps<Props>) {
  const Part = useLoaded(part, load)
  return Part ? <Part {...props} /> : fallback
}

function useLoaded<Props extends object>(
  part: LaterPart<Props>,
  load: () => Promise<ComponentType<Props> | undefined>,
): ComponentType<Props> | undefined {
  // Before `use`, because React repeats a suspended render, in which part.find() may return the component and `use` is
  // not called. React would reject hooks after that, and render the part again instead of hydrating it.
  useEffect(() => void replayEarlyInput(), [])
  return part.find() ?? use(load())
}
