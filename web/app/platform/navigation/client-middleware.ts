import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

/** The middleware that the root route runs in the browser around each navigation, revalidation and fetcher call. */
export type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>
