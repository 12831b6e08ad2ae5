import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

/** What the root runs in the browser around each navigation, and also around revalidations and calls of fetchers. */
export type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>
