import { type ComponentType, Suspense, use, useEffect, useState } from 'react'
import { replayEarlyInput } from './early-input/replay-early-input.ts'
import { hasMounted } from './errors/start-up.ts'

/** A part of a page in a module of its own, which the browser loads after the page. */
export interface LaterPart<Props> {
  /** The component, once its module is loaded. On the server it always is. */
  find: () => ComponentType<Props> | undefined
  /** Loads the module. Rejects when that fails, and the next call tries again. */
  load: () => Promise<ComponentType<Props>>
  /** Loads the module. Never settles when that fails. */
  loadIfPossible: () => Promise<ComponentType<Props>>
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
  let loadingIfPossible: Promise<ComponentType<Props>> | undefined
  const load = () => {
    loading ??= importPart().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    find: () => loaded,
    load,
    loadIfPossible: () => {
      loadingIfPossible ??= load().catch(() => new Promise<never>(() => undefined))
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
 * that fails: its links and forms work. A navigation waits for the module, so that the part is never empty.
 */
export function Later<Props extends object>({ part, props }: LaterProps<Props>) {
  // Anything that renders this again before the module is loaded would replace the server's HTML by nothing.
  const [isFirstPage] = useState(() => !hasMounted())
  if (!isFirstPage) return <LoadedPart load={part.load} part={part} props={props} />
  return (
    <Suspense>
      <LoadedPart load={part.loadIfPossible} part={part} props={props} />
    </Suspense>
  )
}

interface LoadedPartProps<Props> extends LaterProps<Props> {
  load: () => Promise<ComponentType<Props>>
}

function LoadedPart<Props extends object>({ load, part, props }: LoadedPartProps<Props>) {
  // Before `use`, because React repeats a suspended render, in which part.find() may return the component and `use` is
  // not called. React would reject hooks after that, and render the part again instead of hydrating it.
  useEffect(() => void replayEarlyInput(), [])
  const Part = part.find() ?? use(load())
  return <Part {...props} />
}
